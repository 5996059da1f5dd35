-- Fields: kubeflow/trainer, pkg/apis/trainer/v1alpha1/trainjob_types.go.
-- A run whose jobs have all started is Healthy: were it Progressing until it ends, a sync with a hook or with a second
-- wave would stay open as long as the training takes.
local final = { Complete = "Healthy", Failed = "Degraded", Suspended = "Suspended" }
local status = obj.status or {}
for _, condition in ipairs(status.conditions or {}) do
  if final[condition.type] ~= nil and condition.status == "True" then
    return { status = final[condition.type], message = condition.message }
  end
end
local jobs, waiting = status.jobsStatus or {}, {}
for _, job in ipairs(jobs) do
  if (job.ready or 0) + (job.succeeded or 0) == 0 then
    waiting[#waiting + 1] = job.name
  end
end
if #jobs == 0 then
  return { status = "Progressing", message = "waiting for jobs" }
end
if #waiting > 0 then
  return { status = "Progressing", message = "not started: " .. table.concat(waiting, ", ") }
end
return { status = "Healthy", message = "all jobs started" }
