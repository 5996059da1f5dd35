{{/* kube-scheduler's own gang scheduling binds a pod to its PodGroup by a field of the pod.
     Input: root. Output: YAML {pod: {spec}}. */}}
{{- define "training-job.scheduler.kubernetes" -}}
pod:
  spec:
    schedulingGroup:
      podGroupName: {{ include "training-job.name" . | toYaml }}
{{- end -}}

{{- define "training-job.scheduler.kubernetes.podgroup" -}}
apiVersion: scheduling.k8s.io/{{ get (dict "1.36" "v1alpha2" "1.37" "v1beta1") .Values.kubernetes.version }}
kind: PodGroup
metadata:
  {{- include "training-job.metadata" (dict "root" . "name" (include "training-job.name" .)) | nindent 2 }}
spec:
  schedulingPolicy:
    gang:
      minCount: {{ include "training-job.gang" . }}
  {{- with (include "training-job.topology.labels" . | fromJson).level }}
  schedulingConstraints:
    topology:
      - key: {{ . | quote }}
  {{- end }}
{{- end -}}

{{- define "training-job.scheduler.kubernetes.problems" -}}
{{- include "training-job.problems.no-slices" . -}}
{{- if and .Values.topology.level (eq .Values.topology.mode "preferred") }}
- at '/topology/mode': a PodGroup of Kubernetes only has required levels (hint: use `required`, or another scheduler)
{{- end -}}
{{- end -}}

{{- define "training-job.scheduler.kubernetes.notes" -}}
It waits? kubectl -n {{ .Release.Namespace }} describe podgroups.scheduling.k8s.io {{ include "training-job.name" . }} says what is missing
{{- end -}}
