{{/* training-job.problems.preflight: a deadline before the timeout, which would hide the missing nodes. Input: root. */}}
{{- define "training-job.problems.preflight" -}}
{{- $timeout := int64 .Values.preflight.timeoutSeconds -}}
{{- if include "training-job.preflight.runs" . -}}
{{- with .Values.activeDeadlineSeconds -}}
{{- if le (int64 .) $timeout }}
- at '/activeDeadlineSeconds': must be more than `preflight.timeoutSeconds`, {{ $timeout }}, got {{ int64 . }}: otherwise the run ends before it reports missing nodes (hint: it is in seconds: {{ int64 . }} hours are {{ mul . 3600 }}; or reduce `preflight.timeoutSeconds`)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
