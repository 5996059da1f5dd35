{{/* training-job.problems.trainjob: settings that a TrainJob can't express, or that Kubeflow Trainer treats differently. Input: root. */}}
{{- define "training-job.problems.trainjob" -}}
{{- if eq .Values.target "trainjob" -}}
{{- if include "training-job.elastic" . }}
- at '/elastic': a TrainJob doesn't support elastic runs (hint: use `numNodes`, or `target: jobset`)
{{- end -}}
{{- if not (kindIs "invalid" .Values.ttlSecondsAfterFinished) }}
- at '/ttlSecondsAfterFinished': a TrainJob doesn't have this field, and Kubeflow Trainer may restart the run once its JobSet is deleted (hint: remove it, or use `target: jobset`)
{{- end -}}
{{- if and (eq .Values.scheduler "kubernetes") (eq .Values.trainjob.release "2.1") }}
- at '/scheduler': `kubernetes` requires a field that the runtimes of Kubeflow Trainer 2.1 don't have (hint: use another scheduler, or `trainjob.release: "2.3"`)
{{- end -}}
{{- end -}}
{{- end -}}
