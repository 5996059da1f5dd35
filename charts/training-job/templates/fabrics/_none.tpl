{{/* No settings without a named network. Input: root. */}}
{{- define "training-job.fabric.none" -}}{{- end -}}

{{- define "training-job.fabric.none.problems" -}}
{{- include "training-job.problems.machine" . -}}
{{- end -}}
