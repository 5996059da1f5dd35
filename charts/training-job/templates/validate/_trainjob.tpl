{{/* training-job.problems.trainjob: what a TrainJob cannot say, or Kubeflow Trainer makes something else of. Input: root. */}}
{{- define "training-job.problems.trainjob" -}}
{{- if eq .Values.target "trainjob" -}}
{{- if include "training-job.elastic" . }}
- at '/elastic': a TrainJob has a fixed number of nodes (hint: `numNodes`, or `target: jobset`)
{{- end -}}
{{- if not (kindIs "invalid" .Values.ttlSecondsAfterFinished) }}
- at '/ttlSecondsAfterFinished': a TrainJob has no such field, and Kubeflow Trainer may start the run again once its JobSet is deleted (hint: leave it out, or `target: jobset`)
{{- end -}}
{{- if and (eq .Values.scheduler "kubernetes") (eq .Values.trainjob.release "2.1") }}
- at '/scheduler': `kubernetes` binds pods by a field that the runtimes of Kubeflow Trainer 2.1 do not have (hint: another scheduler, or `trainjob.release: "2.3"`)
{{- end -}}
{{- end -}}
{{- end -}}
