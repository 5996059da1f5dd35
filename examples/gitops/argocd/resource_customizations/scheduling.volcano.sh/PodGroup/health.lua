-- Phases: volcano-sh/apis, pkg/apis/scheduling/v1beta1/types.go. A group in the queue waits, and is not broken; one that
-- is Unknown runs in part.
local health = { Running = "Healthy", Completed = "Healthy", Unknown = "Degraded" }
local phase = (obj.status or {}).phase or "Pending"
return { status = health[phase] or "Progressing", message = phase }
