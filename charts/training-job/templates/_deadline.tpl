{{/* training-job.trainjob-deadline: maximum duration of the TrainJob in seconds; empty if it has no limit or no such field. Input: root. */}}
{{- define "training-job.trainjob-deadline" -}}
{{- if and (eq .Values.target "trainjob") (ne .Values.trainjob.release "2.1") -}}
{{- with .Values.activeDeadlineSeconds }}{{ int64 . }}{{ end -}}
{{- end -}}
{{- end -}}

{{/* training-job.job-deadline: maximum duration of each Job of the run in seconds; empty without a limit, or if the TrainJob has it.
     Input: root. */}}
{{- define "training-job.job-deadline" -}}
{{- if not (include "training-job.trainjob-deadline" .) -}}
{{- with .Values.activeDeadlineSeconds }}{{ int64 . }}{{ end -}}
{{- end -}}
{{- end -}}
