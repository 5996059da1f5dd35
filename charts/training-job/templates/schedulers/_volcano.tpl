{{/* Volcano binds a pod to its PodGroup by this annotation, and only if Volcano schedules the pod.
     Input: root. Output: YAML {pod: {annotations, spec}}. */}}
{{- define "training-job.scheduler.volcano" -}}
pod:
  annotations:
    scheduling.k8s.io/group-name: {{ include "training-job.name" . | toYaml }}
  spec:
    schedulerName: volcano
{{- end -}}

{{- define "training-job.scheduler.volcano.podgroup" -}}
apiVersion: scheduling.volcano.sh/v1beta1
kind: PodGroup
metadata:
  {{- include "training-job.metadata" (dict "root" . "name" (include "training-job.name" .)) | nindent 2 }}
spec:
  minMember: {{ include "training-job.gang" . }}
  {{- with include "training-job.gang-resources" . }}
  minResources:
    {{- . | nindent 4 }}
  {{- end }}
  queue: {{ toYaml .Values.volcano.queue }}
  {{- with .Values.volcano.priorityClassName | default .Values.pod.priorityClassName }}
  priorityClassName: {{ toYaml . }}
  {{- end }}
  {{- with (include "training-job.topology.labels" . | fromJson).level }}
  networkTopology:
    mode: {{ get (dict "required" "hard" "preferred" "soft") $.Values.topology.mode }}
    highestTierName: {{ . | quote }}
  {{- end }}
  {{- with .Values.volcano.networkTopology }}
  {{- if not (kindIs "invalid" .highestTierAllowed) }}
  networkTopology:
    mode: {{ .mode }}
    highestTierAllowed: {{ int64 .highestTierAllowed }}
  {{- end }}
  {{- end }}
{{- end -}}

{{- define "training-job.scheduler.volcano.problems" -}}
{{- include "training-job.problems.no-slices" . -}}
{{- if and .Values.topology.level (not (kindIs "invalid" .Values.volcano.networkTopology.highestTierAllowed)) }}
- at '/volcano/networkTopology/highestTierAllowed': contradicts `topology.level`, which names the tier (hint: remove one of them)
{{- end -}}
{{- end -}}

{{- define "training-job.scheduler.volcano.notes" -}}
It waits? kubectl -n {{ .Release.Namespace }} describe podgroups.scheduling.volcano.sh {{ include "training-job.name" . }} says what the queue {{ .Values.volcano.queue }} lacks
{{- end -}}
