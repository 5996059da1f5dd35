{{/* training-job.preflight.env: variables that distinguish pods (the index within their role, and the attempt, which JobSet counts), and
     the UID of their JobSet, which only pods of this run know and by which they recognise each other. Only the check gets them. Output:
     JSON, list of EnvVar. */}}
{{- define "training-job.preflight.env" -}}
[{"name": "PREFLIGHT_INDEX", "valueFrom": {"fieldRef": {"fieldPath": "metadata.annotations['batch.kubernetes.io/job-completion-index']"}}},
 {"name": "PREFLIGHT_ATTEMPT", "valueFrom": {"fieldRef": {"fieldPath": "metadata.labels['jobset.sigs.k8s.io/restart-attempt']"}}},
 {"name": "RENDER_RUN_UID", "valueFrom": {"fieldRef": {"fieldPath": "metadata.labels['jobset.sigs.k8s.io/jobset-uid']"}}}]
{{- end -}}

{{/* training-job.preflight.arguments: Input: root, role. Output: JSON list. */}}
{{- define "training-job.preflight.arguments" -}}
{{- $values := .root.Values -}}
{{- $name := include "training-job.name" .root -}}
{{- $first := "" -}}
{{- $before := 0 -}}
{{- $reached := false -}}
{{- range $role := $values.prepared.roles -}}
{{- if $role.isNode -}}
{{- $first = $first | default $role.name -}}
{{- if eq $role.name $.role.name }}{{ $reached = true }}{{ end -}}
{{- if not $reached }}{{ $before = add $before $role.pods }}{{ end -}}
{{- end -}}
{{- end -}}
{{- $resources := include "training-job.effective-requests" .role.resources | fromJson -}}
{{- $expected := (include "training-job.claimed-gpus" .root | fromJson).nvidia | int64 -}}
{{- range $name := list "nvidia.com/gpu" "deviceclass.resource.kubernetes.io/gpu.nvidia.com" "deviceclass.resource.kubernetes.io/mig.nvidia.com" -}}
{{- with index $resources $name }}{{ $expected = include "training-job.quantity.amount" (dict "resource" $name "quantity" .) | int64 | add $expected }}{{ end -}}
{{- end -}}
{{- $arguments := list
  (printf "--run=%s/%s" .root.Release.Namespace $name)
  "--attempt=$(PREFLIGHT_ATTEMPT)"
  (printf "--nodes=%s" (include "training-job.preflight.nodes" .root))
  "--index=$(PREFLIGHT_INDEX)"
  (printf "--nodes-before=%d" (int64 $before))
  (printf "--address=%s-%s-0-0.%s" $name $first $name)
  (printf "--port=%d" (int64 $values.network.port))
  (printf "--timeout=%d" (int64 $values.preflight.timeoutSeconds))
  (printf "--processes=%s" (include "training-job.processes" .root)) -}}
{{- if $expected }}{{ $arguments = append $arguments (printf "--gpus=%d" $expected) }}{{ end -}}
{{- if ne $values.storage.checkpoints.mode "none" }}{{ $arguments = append $arguments (printf "--checkpoints=%s" $values.storage.checkpoints.mountPath) }}{{ end -}}
{{- toJson $arguments -}}
{{- end -}}
