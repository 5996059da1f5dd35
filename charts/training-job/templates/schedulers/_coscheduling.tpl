{{/* The coscheduling plug-in binds a pod to its PodGroup by this label, if a scheduler runs the plug-in.
     It counts the pods of an attempt that still end as members of the next one, and would start a launcher with them that leaves the new
     nodes without their gang: all old pods go first.
     Input: root. Output: YAML {run: {restartStrategy}, pod: {labels, spec}}. */}}
{{- define "training-job.scheduler.coscheduling" -}}
{{- include "training-job.topology.affinity" . -}}
run:
  restartStrategy: BlockingRecreate
pod:
  labels:
    scheduling.x-k8s.io/pod-group: {{ include "training-job.name" . | toYaml }}
  spec:
    schedulerName: {{ .Values.coscheduling.schedulerName | quote }}
{{- end -}}

{{- define "training-job.scheduler.coscheduling.podgroup" -}}
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: PodGroup
metadata:
  {{- include "training-job.metadata" (dict "root" . "name" (include "training-job.name" .)) | nindent 2 }}
spec:
  minMember: {{ include "training-job.gang" . }}
  {{- with include "training-job.gang-resources" . }}
  minResources:
    {{- . | nindent 4 }}
  {{- end }}
  scheduleTimeoutSeconds: {{ int64 .Values.coscheduling.scheduleTimeoutSeconds }}
{{- end -}}

{{- define "training-job.scheduler.coscheduling.problems" -}}{{ include "training-job.problems.no-slices" . }}{{- end -}}

{{- define "training-job.scheduler.coscheduling.notes" -}}
It waits? kubectl -n {{ .Release.Namespace }} describe podgroups.scheduling.x-k8s.io {{ include "training-job.name" . }} says what is missing
{{- end -}}
