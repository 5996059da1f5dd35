{{/* training-job.preflight.pod-failure-rule: the check would fail again after a restart, so its exit codes end the run. Input: root, role. */}}
{{- define "training-job.preflight.pod-failure-rule" -}}
{{- if and .role.isNode (include "training-job.preflight.runs" .root) }}
- action: FailJob
  onExitCodes:
    containerName: preflight
    operator: In
    values: [69, 72, 78]
{{- end -}}
{{- end -}}

{{/* training-job.preflight.jobset-failure-rule: Input: root. */}}
{{- define "training-job.preflight.jobset-failure-rule" -}}
{{- if include "training-job.preflight.runs" . }}
- name: preflight
  action: FailJobSet
  onJobFailureReasons: [PodFailurePolicy]
  onJobFailureMessagePatterns: [".*Container preflight for pod .* failed with exit code .*"]
{{- end -}}
{{- end -}}
