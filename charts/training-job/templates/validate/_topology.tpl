{{/* training-job.problems.topology: unknown levels, levels that the machines don't have, and a second way to say the same. Input: root. */}}
{{- define "training-job.problems.topology" -}}
{{- $topology := .Values.topology -}}
{{- $nodes := include "training-job.nodes" . | int64 -}}
{{- include "training-job.problems.topology-level" (dict "root" . "pointer" "/topology/level" "level" $topology.level "nodes" (ternary $nodes 0 (eq $topology.mode "required"))) -}}
{{- with $topology.slice -}}
{{- if not (and .level .nodes) }}
- at '/topology/slice': requires both `level` and `nodes` (hint: set both)
{{- else -}}
{{- include "training-job.problems.topology-level" (dict "root" $ "pointer" "/topology/slice/level" "level" .level "nodes" (int64 .nodes)) -}}
{{- $size := int64 .nodes -}}
{{- range list $nodes (include "training-job.smoke.nodes" $ | int64) | uniq -}}
{{- if mod . $size }}
- at '/topology/slice/nodes': must divide the number of nodes, {{ . }}, got {{ $size }}
{{- end -}}
{{- end -}}
{{- $names := list "nvlink" "rack" "block" "zone" -}}
{{- $order := dict }}{{ range $i, $name := $names }}{{ $_ := set $order $name $i }}{{ end -}}
{{- if eq .level $topology.level }}
- at '/topology/slice/level': must be a level below `topology.level`, got the same
{{- else if and (has .level $names) (has $topology.level $names) (gt (get $order .level) (get $order $topology.level)) }}
- at '/topology/slice/level': must be a level below `{{ $topology.level }}`, got `{{ .level }}` (hint: {{ join ", " $names }} is the order, from the smallest)
{{- end -}}
{{- end -}}
{{- end -}}
{{- if or $topology.level $topology.slice -}}
{{- range $key, $_ := .Values.pod.annotations -}}
{{- if and (hasPrefix "kueue.x-k8s.io/podset-" $key) (hasSuffix "-topology" $key) }}
- at '/pod/annotations/{{ $key | replace "/" "~1" }}': contradicts `topology`, which sets the topology (hint: remove one of them)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.problems.topology-level: Input: root, pointer (of the field), level, nodes (that must lie within one). */}}
{{- define "training-job.problems.topology-level" -}}
{{- if .level -}}
{{- $machine := include "training-job.machine" .root | fromJson -}}
{{- $type := .root.Values.network.machineType -}}
{{- if not (include "training-job.topology.label" (dict "root" .root "level" .level)) }}
{{- if not (has .level (list "nvlink" "rack" "block" "zone")) }}
- at '{{ .pointer }}': unknown level `{{ .level }}` (hint: use nvlink, rack, block or zone, or the nodes' label with its prefix, such as `example.com/{{ .level }}`)
{{- else if $type }}
- at '{{ .pointer }}': the platform of {{ $type }} has no label for `{{ .level }}` (hint: write the label that your nodes have, such as `example.com/{{ .level }}`)
{{- else }}
- at '{{ .pointer }}': the label of `{{ .level }}` depends on the platform (hint: set `network.machineType`, or write the label that your nodes have)
{{- end -}}
{{- end -}}
{{- if and (eq .level "nvlink") $type }}
{{- if not $machine.domain }}
- at '{{ .pointer }}': {{ $type }} has no NVLink between nodes (hint: use `rack` or `block`)
{{- else if gt (mul .nodes (int64 $machine.gpus)) (int64 $machine.domain) }}
- at '{{ .pointer }}': an NVLink domain of {{ $type }} has {{ div (int64 $machine.domain) (int64 $machine.gpus) }} nodes, got {{ .nodes }} (hint: use `mode: preferred`, or a slice)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.problems.no-slices: for schedulers that place a run as one group. Input: root. */}}
{{- define "training-job.problems.no-slices" -}}
{{- if .Values.topology.slice }}
- at '/topology/slice': `scheduler: {{ .Values.scheduler }}` places the run as one group (hint: use `scheduler: kueue`, or remove it)
{{- end -}}
{{- end -}}
