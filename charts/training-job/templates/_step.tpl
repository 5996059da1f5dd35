{{/* training-job.step: one of the chart's scripts as an init container, with the training image and the resources of the role's program
     except devices: a quota may reject a container without resources.
     Input: root, role, step. Output: YAML, one list item. */}}
{{- define "training-job.step" -}}
{{- $resources := dict -}}
{{- range $side, $quantities := pick .role.resources "requests" "limits" -}}
{{- $plain := dict -}}
{{- range $name, $quantity := $quantities }}{{ if not (contains "/" $name) }}{{ $_ := set $plain $name $quantity }}{{ end }}{{ end -}}
{{- $_ := set $resources $side $plain -}}
{{- end -}}
- name: {{ .step.name }}
  image: {{ .root.Values.image | quote }}
  imagePullPolicy: {{ .root.Values.imagePullPolicy }}
  command: {{ toJson .step.command }}
  {{- with include "training-job.resources" $resources }}
  resources:
    {{- . | nindent 4 }}
  {{- end }}
  volumeMounts:
    - {{ include "training-job.scripts.mount" . | nindent 6 | trim }}
    {{- toYaml .step.mounts | nindent 4 }}
  securityContext:
    {{- include "training-job.step-security" .root | nindent 4 }}
  terminationMessagePolicy: FallbackToLogsOnError
{{- end -}}
