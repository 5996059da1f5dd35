{{/* training-job.container-security: what no training program needs is taken from every container (Pod Security standard `restricted`).
     Input: list of the capabilities that a launcher's own program needs. */}}
{{- define "training-job.container-security" -}}
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
  {{- with . }}
  add: {{ toJson . }}
  {{- end }}
{{- end -}}

{{/* training-job.pod-security: the user's securityContext of the pod, with seccomp RuntimeDefault and, for a user above 0, runAsNonRoot.
     Input: root. */}}
{{- define "training-job.pod-security" -}}
{{- $context := dict "seccompProfile" (dict "type" "RuntimeDefault") -}}
{{- with .Values.pod.securityContext -}}
{{- if gt (int64 (.runAsUser | default 0)) 0 }}{{ $_ := set $context "runAsNonRoot" true }}{{ end -}}
{{- range $key, $value := . }}{{ $_ := set $context $key $value }}{{ end -}}
{{- end -}}
{{- toYaml $context -}}
{{- end -}}

{{/* training-job.hardened: a container of the user with the hardening of ours where it names no securityContext, its quantities strings.
     Input: container, and what else it gets. Output: YAML, one list item. */}}
{{- define "training-job.hardened" -}}
{{- $container := deepCopy .container -}}
{{- if not $container.securityContext -}}
{{- $_ := set $container "securityContext" (include "training-job.container-security" list | fromYaml) -}}
{{- end -}}
{{- range $side, $quantities := pick ($container.resources | default dict) "requests" "limits" -}}
{{- $_ := set $container.resources $side (include "training-job.quantities" $quantities | fromJson) -}}
{{- end -}}
{{- range $key, $value := .extra }}{{ $_ := set $container $key $value }}{{ end -}}
{{- toYaml (list $container) -}}
{{- end -}}
