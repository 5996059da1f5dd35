{{/* training-job.trainjob-deadline: seconds that the TrainJob itself may take; empty where it has no limit, or no such field. Input: root. */}}
{{- define "training-job.trainjob-deadline" -}}
{{- if and (eq .Values.target "trainjob") (ne .Values.trainjob.release "2.1") -}}
{{- with .Values.activeDeadlineSeconds }}{{ int64 . }}{{ end -}}
{{- end -}}
{{- end -}}

{{/* training-job.job-deadline: seconds that each Job of the run may take; empty where it has no limit, or the TrainJob has it. Input: root. */}}
{{- define "training-job.job-deadline" -}}
{{- if not (include "training-job.trainjob-deadline" .) -}}
{{- with .Values.activeDeadlineSeconds }}{{ int64 . }}{{ end -}}
{{- end -}}
{{- end -}}
