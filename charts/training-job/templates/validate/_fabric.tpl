{{/* training-job.problems.fabric: settings that contradict the fabric. Input: root. */}}
{{- define "training-job.problems.fabric" -}}
{{- if ne .Values.network.fabric "none" -}}
{{- include "training-job.problems.fabric.variables" . }}
{{ include "training-job.problems.fabric.devices" . }}
{{ include "training-job.problems.fabric.resources" . }}
{{ include "training-job.problems.fabric.gpus" . }}
{{ include "training-job.problems.fabric.place" . }}
{{- end -}}
{{- end -}}

{{/* training-job.problems.fabric.variables: variables that disable the fabric, from the rows of files/contradictions.json. Input: root. */}}
{{- define "training-job.problems.fabric.variables" -}}
{{- $fabric := .Values.network.fabric -}}
{{- $written := include "training-job.env.written" . | fromJson -}}
{{- range (.Files.Get "files/contradictions.json" | fromJson).rows -}}
{{- if has $fabric .fabrics -}}
{{- $row := . -}}
{{- range $name, $value := $.Values.env -}}
{{- if and (kindIs "string" $value) (regexMatch $row.name $name) (not (hasKey $written $name)) (not (contains "$(" (toString $value))) -}}
{{- if ternary (regexMatch ($row.value | default "") $value) (not (regexMatch ($row.unless | default "") $value)) (hasKey $row "value") }}
- at '/env/{{ $name }}': {{ printf "%q" $value }} contradicts `network.fabric: {{ $fabric }}`: {{ $row.effect }} (hint: remove one of them)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.problems.fabric.devices: devices of another network, or a different number of the fabric's own. Input: root. */}}
{{- define "training-job.problems.fabric.devices" -}}
{{- $fabric := .Values.network.fabric -}}
{{- $own := .Values.prepared.fabric.resources | default dict -}}
{{- range $side := list "requests" "limits" -}}
{{- range $name, $quantity := index $.Values.resourcesPerNode $side -}}
{{- $pointer := printf "/resourcesPerNode/%s/%s" $side ($name | replace "~" "~0" | replace "/" "~1") -}}
{{- if hasKey $own $name -}}
{{- $asked := include "training-job.quantity" $quantity -}}
{{- $needed := include "training-job.quantity" (index $own $name) -}}
{{- if ne $asked $needed }}
- at '{{ $pointer }}': must be {{ $needed }} for `network.fabric: {{ $fabric }}`, got {{ $asked }} (hint: remove it, or change it in `network.{{ $fabric }}`)
{{- end -}}
{{- else if and (has $fabric (list "infiniband" "roce")) (hasPrefix "rdma/" $name) }}
- at '{{ $pointer }}': {{ $name }} is not the device of `network.fabric: {{ $fabric }}` (hint: set `network.{{ $fabric }}.resource: {{ $name }}`)
{{- else if regexMatch "^(rdma/.+|vpc\\.amazonaws\\.com/efa|.+/(hca|ib|roce|rdma)[^/]*)$" $name }}
- at '{{ $pointer }}': {{ $name }} is not a device of `network.fabric: {{ $fabric }}` (hint: remove it, or set the fabric that uses it)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.problems.fabric.resources: resources that the API server requires with huge pages, and duplicate names of containers. Input: root. */}}
{{- define "training-job.problems.fabric.resources" -}}
{{- $fabric := .Values.prepared.fabric -}}
{{- $asked := merge dict .Values.resourcesPerNode.requests .Values.resourcesPerNode.limits -}}
{{- if and (hasKey ($fabric.resources | default dict) "hugepages-2Mi") (not (hasKey $asked "cpu")) (not (hasKey $asked "memory")) }}
- at '/resourcesPerNode': `cpu` or `memory` is required with the huge pages of `network.fabric: {{ .Values.network.fabric }}`
{{- end -}}
{{- range $own := $fabric.sidecars -}}
{{- range $field := list "initContainers" "sidecars" -}}
{{- range $i, $container := index $.Values.pod $field -}}
{{- if eq (toString $container.name) $own.name }}
- at '/pod/{{ $field }}/{{ $i }}/name': duplicate name {{ printf "%q" $own.name }}, already used by a container of `network.fabric: {{ $.Values.network.fabric }}`
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
