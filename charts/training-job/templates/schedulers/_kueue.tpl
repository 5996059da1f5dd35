{{/* Kueue takes the whole JobSet or TrainJob as one Workload, suspends it and resumes it. Its
     topology-aware scheduling orders the pods of a Job by index, so that neighbours in rank are neighbours in the network.
     Input: root. Output: YAML {run: {labels}, node: {annotations}}. */}}
{{- define "training-job.scheduler.kueue" -}}
run:
  labels:
    kueue.x-k8s.io/queue-name: {{ .Values.kueue.queue | quote }}
    {{- with .Values.kueue.priorityClass }}
    kueue.x-k8s.io/priority-class: {{ . | quote }}
    {{- end }}
{{- with include "training-job.topology.labels" . | fromJson }}
node:
  annotations:
    {{- if hasKey . "level" }}
    kueue.x-k8s.io/podset-{{ $.Values.topology.mode }}-topology: {{ .level | quote }}
    {{- end }}
    {{- if hasKey . "slice" }}
    kueue.x-k8s.io/podset-slice-required-topology: {{ .slice | quote }}
    kueue.x-k8s.io/podset-slice-size: {{ int64 $.Values.topology.slice.nodes | quote }}
    {{- end }}
{{- end }}
{{- end -}}

{{- define "training-job.scheduler.kueue.podgroup" -}}{{- end -}}

{{- define "training-job.scheduler.kueue.problems" -}}
{{- if not .Values.kueue.queue }}
- at '/kueue/queue': missing; `scheduler: kueue` needs the LocalQueue that admits the run
{{- end -}}
{{- if kindIs "bool" .Values.suspend }}
- at '/suspend': Kueue suspends and resumes the run itself (hint: leave it out)
{{- end -}}
{{- end -}}

{{- define "training-job.scheduler.kueue.notes" -}}
It waits, suspended? kubectl -n {{ .Release.Namespace }} describe workloads.kueue.x-k8s.io says what the queue {{ .Values.kueue.queue }} lacks
{{- end -}}
