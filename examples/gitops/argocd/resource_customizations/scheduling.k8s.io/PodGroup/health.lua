-- Conditions: kubernetes/api, scheduling/v1beta1/types.go.
for _, condition in ipairs((obj.status or {}).conditions or {}) do
  if condition.type == "PodGroupScheduled" then
    if condition.status == "True" then
      return { status = "Healthy", message = "scheduled" }
    end
    return { status = "Progressing", message = condition.message }
  end
end
return { status = "Progressing", message = "waiting for the scheduler" }
