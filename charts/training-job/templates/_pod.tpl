{{/* training-job.pod-metadata: labels and annotations of a pod. The service mesh is opted out of: a sidecar between the ranks
     breaks the rendezvous. What the scheduler needs wins over the user's. Input: root, scheduler (its contribution to pods). */}}
{{- define "training-job.pod-metadata" -}}
{{- $labels := dict "app.kubernetes.io/name" "training-job" "sidecar.istio.io/inject" "false" -}}
{{- $annotations := dict "sidecar.istio.io/inject" "false" "linkerd.io/inject" "disabled" -}}
{{- range $key, $value := .root.Values.pod.labels }}{{ $_ := set $labels $key $value }}{{ end -}}
{{- range $key, $value := .root.Values.pod.annotations }}{{ $_ := set $annotations $key $value }}{{ end -}}
{{- range $key, $value := .scheduler.labels }}{{ $_ := set $labels $key $value }}{{ end -}}
{{- range $key, $value := .scheduler.annotations }}{{ $_ := set $annotations $key $value }}{{ end -}}
{{- dict "labels" $labels "annotations" $annotations | toYaml -}}
{{- end -}}

{{/* training-job.pod-defaults: what every pod of the run has in common. Service links would fill the environment
     with variables of other people's Services. Input: root. */}}
{{- define "training-job.pod-defaults" -}}
restartPolicy: Never
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- include "training-job.pod-security" . | nindent 2 }}
{{- range $field := list "serviceAccountName" "runtimeClassName" "nodeSelector" "tolerations" }}
{{- with index $.Values.pod $field }}
{{ dict $field . | toYaml }}
{{- end }}
{{- end }}
{{- end -}}

{{/* training-job.node: the pod of one node. Input: root. Output: a PodTemplateSpec. */}}
{{- define "training-job.node" -}}
{{- $scheduler := .Values.prepared.scheduler.pod | default dict -}}
{{- $storage := include "training-job.volumes" . | fromJson -}}
metadata:
  {{- include "training-job.pod-metadata" (dict "root" . "scheduler" $scheduler) | nindent 2 }}
spec:
  {{- with $scheduler.spec }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- include "training-job.pod-defaults" . | nindent 2 }}
  {{- if .Values.network.hostNetwork }}
  hostNetwork: true
  dnsPolicy: ClusterFirstWithHostNet
  {{- end }}
  {{- range $field := list "affinity" "topologySpreadConstraints" "priorityClassName" "resourceClaims" }}
  {{- with index $.Values.pod $field }}
  {{- dict $field . | toYaml | nindent 2 }}
  {{- end }}
  {{- end }}
  {{- if not (kindIs "invalid" .Values.pod.terminationGracePeriodSeconds) }}
  terminationGracePeriodSeconds: {{ int64 .Values.pod.terminationGracePeriodSeconds }}
  {{- end }}
  {{- if or .Values.pod.initContainers .Values.pod.sidecars }}
  initContainers:
    {{- range .Values.pod.initContainers }}
    {{- include "training-job.hardened" (dict "container" .) | nindent 4 }}
    {{- end }}
    {{- range .Values.pod.sidecars }}
    {{- include "training-job.hardened" (dict "container" . "extra" (dict "restartPolicy" "Always")) | nindent 4 }}
    {{- end }}
  {{- end }}
  {{- /* Not last in the document, where a text's last line breaks would meet Helm's own. */}}
  {{- with $storage.volumes }}
  volumes:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - {{ include "training-job.program" (dict "root" . "mounts" $storage.mounts) | nindent 6 | trim }}
{{- end -}}
