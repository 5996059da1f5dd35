-- Fields: kubernetes-sigs/jobset, api/jobset/v1alpha2/jobset_types.go.
-- A run whose jobs have all started is Healthy: were it Progressing until it ends, a sync with a hook or with a second
-- wave would stay open as long as the training takes.
local final = { Completed = "Healthy", Failed = "Degraded", Suspended = "Suspended" }
local status = obj.status or {}
for _, condition in ipairs(status.conditions or {}) do
  if final[condition.type] ~= nil and condition.status == "True" then
    return { status = final[condition.type], message = condition.message }
  end
end
local total = 0
for _, role in ipairs(obj.spec.replicatedJobs) do
  total = total + (role.replicas or 1)
end
local started = 0
for _, role in ipairs(status.replicatedJobsStatus or {}) do
  started = started + (role.ready or 0) + (role.succeeded or 0)
end
local message = started .. " of " .. total .. " jobs started"
if (status.restarts or 0) > 0 then
  message = message .. ", restarts: " .. status.restarts
end
return { status = started == total and "Healthy" or "Progressing", message = message }
