{{/* training-job.problems.fabric: what a spec says against its own fabric. Input: root. */}}
{{- define "training-job.problems.fabric" -}}
{{- if ne .Values.network.fabric "none" -}}
{{- include "training-job.problems.fabric.variables" . }}
{{ include "training-job.problems.fabric.devices" . }}
{{ include "training-job.problems.fabric.beside" . }}
{{ include "training-job.problems.fabric.gpus" . }}
{{ include "training-job.problems.fabric.place" . }}
{{- end -}}
{{- end -}}

{{/* training-job.problems.fabric.variables: what turns the fabric off, by the rows of files/contradictions.json. Input: root. */}}
{{- define "training-job.problems.fabric.variables" -}}
{{- $fabric := .Values.network.fabric -}}
{{- $written := include "training-job.env.written" . | fromJson -}}
{{- range (.Files.Get "files/contradictions.json" | fromJson).rows -}}
{{- if has $fabric .fabrics -}}
{{- $row := . -}}
{{- range $name, $value := $.Values.env -}}
{{- if and (kindIs "string" $value) (regexMatch $row.name $name) (not (hasKey $written $name)) (not (contains "$(" (toString $value))) -}}
{{- if ternary (regexMatch ($row.value | default "") $value) (not (regexMatch ($row.unless | default "") $value)) (hasKey $row "value") }}
- at '/env/{{ $name }}': {{ printf "%q" $value }} contradicts `network.fabric: {{ $fabric }}`, {{ $row.effect }} (hint: leave one of them out)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.problems.fabric.devices: devices of another network, or of this one in another number. Input: root. */}}
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
- at '{{ $pointer }}': {{ $asked }}, and `network.fabric: {{ $fabric }}` asks for {{ $needed }} (hint: leave it out, or change it in `network.{{ $fabric }}`)
{{- end -}}
{{- else if regexMatch "^(rdma/.+|vpc\\.amazonaws\\.com/efa|.+/(hca|ib|roce|rdma)[^/]*)$" $name }}
- at '{{ $pointer }}': {{ $name }} is no device of `network.fabric: {{ $fabric }}` (hint: leave it out, or name the fabric that uses it)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.problems.fabric.beside: what the API server asks for beside huge pages, and containers with the name of the fabric's own. Input: root. */}}
{{- define "training-job.problems.fabric.beside" -}}
{{- $fabric := .Values.prepared.fabric -}}
{{- $asked := merge dict .Values.resourcesPerNode.requests .Values.resourcesPerNode.limits -}}
{{- if and (hasKey ($fabric.resources | default dict) "hugepages-2Mi") (not (hasKey $asked "cpu")) (not (hasKey $asked "memory")) }}
- at '/resourcesPerNode': neither `cpu` nor `memory`, and Kubernetes asks for one of them beside the huge pages of `network.fabric: {{ .Values.network.fabric }}`
{{- end -}}
{{- range $own := $fabric.sidecars -}}
{{- range $field := list "initContainers" "sidecars" -}}
{{- range $i, $container := index $.Values.pod $field -}}
{{- if eq (toString $container.name) $own.name }}
- at '/pod/{{ $field }}/{{ $i }}/name': {{ printf "%q" $own.name }} is the name of a container of `network.fabric: {{ $.Values.network.fabric }}` already
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
