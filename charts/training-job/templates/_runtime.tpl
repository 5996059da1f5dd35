{{/* training-job.runtime-spec: a TrainingRuntime without plug-ins, so that Kubeflow Trainer adds nothing to the pods. The number of nodes
     is that of the role in which the user's program runs; for the other roles Trainer uses the number in the template. The gang is the
     PodGroup of the scheduler's template: Trainer's would have the same name, and count initializers that have ended. The JobSet gets its
     labels from the template.
     Input: root. */}}
{{- define "training-job.runtime-spec" -}}
{{- $trainer := include "training-job.trainer" . -}}
mlPolicy:
  {{- range .Values.prepared.roles }}
  {{- if eq .name $trainer }}
  numNodes: {{ int64 .pods }}
  {{- end }}
  {{- end }}
template:
  {{- $metadata := dict }}
  {{- range $field, $own := .Values.metadata }}
  {{- with merge dict (get ($.Values.prepared.scheduler.jobset | default dict) $field | default dict) $own }}{{ $_ := set $metadata $field . }}{{ end }}
  {{- end }}
  {{- with $metadata }}
  metadata:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  spec:
    {{- include "training-job.jobset-spec" . | nindent 4 }}
{{- end -}}
