{{/* Nothing is written for a network that nobody named. Input: root. */}}
{{- define "training-job.fabric.none" -}}{{- end -}}

{{- define "training-job.fabric.none.problems" -}}
{{- include "training-job.problems.machine" . -}}
{{- end -}}
