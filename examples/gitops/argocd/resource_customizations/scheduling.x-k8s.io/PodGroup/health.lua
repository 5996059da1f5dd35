-- Phases: kubernetes-sigs/scheduler-plugins, apis/scheduling/v1alpha1/types.go. Failed means that a pod has failed, and
-- stays when the run goes on after a restart: whether it has failed says the JobSet.
local health = { Running = "Healthy", Finished = "Healthy", Failed = "Healthy", Unknown = "Degraded" }
local phase = (obj.status or {}).phase or "Pending"
return { status = health[phase] or "Progressing", message = phase }
