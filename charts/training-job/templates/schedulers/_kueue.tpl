{{/* Kueue takes the whole JobSet or TrainJob as one Workload, suspends it and resumes it. Input: root. Output: YAML {run: {labels}}. */}}
{{- define "training-job.scheduler.kueue" -}}
run:
  labels:
    kueue.x-k8s.io/queue-name: {{ .Values.kueue.queue | quote }}
    {{- with .Values.kueue.priorityClass }}
    kueue.x-k8s.io/priority-class: {{ . | quote }}
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
