{{/* KAI's pod-grouper makes the PodGroup from the JobSet, or from the smoke test's Job: all pods of each role, of the nodes of an elastic
     run the fewest that may start. It reads queue, priority and topology from the JobSet, also where a TrainJob owns it.
     Input: root. Output: YAML {jobset: {labels, annotations}, job: {annotations}, pod: {spec}}. */}}
{{- define "training-job.scheduler.kai" -}}
jobset:
  labels:
    kai.scheduler/queue: {{ .Values.kai.queue | quote }}
    {{- with .Values.kai.priorityClassName }}
    priorityClassName: {{ . | quote }}
    {{- end }}
  {{- with (include "training-job.topology.labels" . | fromJson).level }}
  annotations:
    kai.scheduler/topology: {{ $.Values.kai.topology | quote }}
    kai.scheduler/topology-{{ $.Values.topology.mode }}-placement: {{ . | quote }}
  {{- end }}
job:
  annotations:
    kai.scheduler/batch-min-member: {{ .Values.elastic.minNodes | default (include "training-job.nodes" .) | int64 | quote }}
pod:
  spec:
    schedulerName: kai-scheduler
{{- end -}}

{{- define "training-job.scheduler.kai.podgroup" -}}{{- end -}}

{{- define "training-job.scheduler.kai.problems" -}}
{{- include "training-job.problems.no-slices" . -}}
{{- if and .Values.topology.level (not .Values.kai.topology) }}
- at '/kai/topology': missing; `topology` needs the Topology of KAI that has its level (hint: set it; `kubectl get topologies.kai.scheduler` lists them)
{{- end -}}
{{- if include "training-job.initializer-roles" . }}
- at '/scheduler': `kai` counts the nodes, which start after the initializers, to the same gang, and would start neither (hint: prepare data and model in a run of their own, or use another scheduler)
{{- end -}}
{{- end -}}

{{- define "training-job.scheduler.kai.notes" -}}
It waits? kubectl -n {{ .Release.Namespace }} describe podgroups.scheduling.run.ai says what the queue {{ .Values.kai.queue }} lacks
{{- end -}}
