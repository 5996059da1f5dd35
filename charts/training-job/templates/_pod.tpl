{{/* training-job.pod-metadata: labels and annotations of a pod. The service mesh is disabled: a sidecar between the ranks breaks the
     rendezvous. Those of scheduler and fabric override the user's.
     Input: root, scheduler (its contribution to pods), role. */}}
{{- define "training-job.pod-metadata" -}}
{{- $labels := dict "app.kubernetes.io/name" "training-job" "sidecar.istio.io/inject" "false" -}}
{{- $annotations := dict "sidecar.istio.io/inject" "false" "linkerd.io/inject" "disabled" -}}
{{- range $key, $value := .root.Values.pod.labels }}{{ $_ := set $labels $key $value }}{{ end -}}
{{- range $key, $value := .root.Values.pod.annotations }}{{ $_ := set $annotations $key $value }}{{ end -}}
{{- range $key, $value := .scheduler.labels }}{{ $_ := set $labels $key $value }}{{ end -}}
{{- range $key, $value := .scheduler.annotations }}{{ $_ := set $annotations $key $value }}{{ end -}}
{{- range $key, $value := (.role).annotations }}{{ $_ := set $annotations $key $value }}{{ end -}}
{{- if (.role).isNode }}{{ range $key, $value := (.root.Values.prepared.scheduler.node).annotations }}{{ $_ := set $annotations $key $value }}{{ end }}{{ end -}}
{{- dict "labels" $labels "annotations" $annotations | toYaml -}}
{{- end -}}

{{/* training-job.pod-defaults: fields that all pods of the run share. Service links would add variables for every Service of the namespace.
     Input: root. */}}
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
{{- range $field := list "serviceAccountName" "runtimeClassName" "nodeSelector" "tolerations" "hostAliases" "dnsPolicy" "dnsConfig" }}
{{- with index $.Values.pod $field }}
{{ dict $field . | toYaml }}
{{- end }}
{{- end }}
{{- end -}}

{{/* training-job.pod: the pod of a role. Input: root, role. Output: a PodTemplateSpec. */}}
{{- define "training-job.pod" -}}
{{- $values := .root.Values -}}
{{- $scheduler := $values.prepared.scheduler.pod | default dict -}}
{{- $storage := include "training-job.volumes" .root | fromJson -}}
metadata:
  {{- include "training-job.pod-metadata" (dict "root" .root "scheduler" $scheduler "role" .role) | nindent 2 }}
spec:
  {{- with $scheduler.spec }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- include "training-job.pod-defaults" .root | nindent 2 }}
  {{- with .role.subdomain }}
  subdomain: {{ toYaml . }}
  {{- end }}
  {{- if $values.network.hostNetwork }}
  hostNetwork: true
  {{- if not $values.pod.dnsPolicy }}
  dnsPolicy: ClusterFirstWithHostNet
  {{- end }}
  {{- end }}
  {{- if and .role.isNode $values.pod.hostIPC }}
  hostIPC: true
  {{- end }}
  {{- $fields := ternary (list "affinity" "topologySpreadConstraints" "priorityClassName") (list "priorityClassName") .role.isNode }}
  {{- range $field := $fields }}
  {{- with index $values.pod $field }}
  {{- dict $field . | toYaml | nindent 2 }}
  {{- end }}
  {{- end }}
  {{- with include "training-job.claims" . | fromJsonArray }}
  resourceClaims:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if not (kindIs "invalid" $values.pod.terminationGracePeriodSeconds) }}
  terminationGracePeriodSeconds: {{ int64 $values.pod.terminationGracePeriodSeconds }}
  {{- end }}
  {{- $_ := set . "resources" (include "training-job.program-resources" .) }}
  {{- with include "training-job.init-containers" (set . "mounts" (concat $storage.mounts .role.mounts)) }}
  initContainers:
    {{- . | nindent 4 }}
  {{- end }}
  {{- /* Not last in the document, so that line breaks at the end of a text don't mix with Helm's own. */}}
  {{- $scripts := ternary list (list (include "training-job.scripts.volume" .root | fromJson)) (empty .root.Values.prepared.scripts) }}
  {{- $files := ternary list (list (include "training-job.files.volume" .root | fromJson)) (empty $values.prepared.launcher.files) }}
  {{- with concat $storage.volumes $scripts $files .role.volumes }}
  volumes:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - {{ include "training-job.program" . | nindent 6 | trim }}
{{- end -}}
