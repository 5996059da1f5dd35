{{/* training-job.container-security: security context of a container without the rights that no training program needs (Pod Security
     standard `restricted`).
     Input: list of the capabilities that a launcher needs. */}}
{{- define "training-job.container-security" -}}
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
  {{- with . }}
  add: {{ toJson . }}
  {{- end }}
{{- end -}}

{{/* training-job.program-security: rights of the program, of the launcher's own program, and of the preflight check: the chart's,
     overridden by `container.securityContext`. A runtime also drops capabilities of a privileged container if `drop` lists them.
     Input: root, role. */}}
{{- define "training-job.program-security" -}}
{{- $own := .root.Values.container.securityContext | default dict -}}
{{- if $own -}}
{{- $context := dict -}}
{{- $added := ($own.capabilities | default dict).add | default list -}}
{{- if not $own.privileged -}}
{{- $context = include "training-job.container-security" .role.capabilities | fromYaml -}}
{{- if has "CAP_SYS_ADMIN" $added }}{{ $_ := unset $context "allowPrivilegeEscalation" }}{{ end -}}
{{- with concat (.role.capabilities | default list) $added | uniq }}{{ $_ := set $context.capabilities "add" . }}{{ end -}}
{{- with ($own.capabilities | default dict).drop }}{{ $_ := set $context.capabilities "drop" . }}{{ end -}}
{{- end -}}
{{- if gt (int64 ($own.runAsUser | default 0)) 0 }}{{ $_ := set $context "runAsNonRoot" true }}{{ end -}}
{{- range $key, $value := omit $own (ternary "" "capabilities" (not (empty $own.privileged))) }}{{ $_ := set $context $key $value }}{{ end -}}
{{- toYaml $context -}}
{{- else -}}
{{- include "training-job.container-security" .role.capabilities -}}
{{- end -}}
{{- end -}}

{{/* training-job.step-security: rights of the chart's own steps: the program's user, without its capabilities. Input: root. */}}
{{- define "training-job.step-security" -}}
{{- include "training-job.container-security" list -}}
{{- with omit (.Values.container.securityContext | default dict) "allowPrivilegeEscalation" "capabilities" "privileged" }}
{{ toYaml . }}
{{- end -}}
{{- end -}}

{{/* training-job.user: the user that the program runs as, 0 if the spec names none. Input: root. */}}
{{- define "training-job.user" -}}
{{- $user := (.Values.pod.securityContext | default dict).runAsUser -}}
{{- with .Values.container.securityContext }}{{ if not (kindIs "invalid" .runAsUser) }}{{ $user = .runAsUser }}{{ end }}{{ end -}}
{{- int64 ($user | default 0) -}}
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

{{/* training-job.hardened: a container of the user, with the chart's security context if it has none, and with quantities as strings.
     Input: container, and more fields to add. Output: YAML, one list item. */}}
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
