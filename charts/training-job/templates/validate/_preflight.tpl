{{/* training-job.problems.preflight: a deadline that comes first would end the run without a word on who is missing. Input: root. */}}
{{- define "training-job.problems.preflight" -}}
{{- $timeout := int64 .Values.preflight.timeoutSeconds -}}
{{- if include "training-job.preflight.runs" . -}}
{{- with .Values.activeDeadlineSeconds -}}
{{- if le (int64 .) $timeout }}
- at '/preflight/timeoutSeconds': {{ $timeout }} is not less than `activeDeadlineSeconds`, {{ int64 . }}, which would end the run before the nodes know who is missing (hint: a shorter `preflight.timeoutSeconds`, or `preflight.enabled: false`)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
