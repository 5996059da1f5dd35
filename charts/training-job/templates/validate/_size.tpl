{{/* training-job.problems.size: image, number of nodes, processes. Input: root. */}}
{{- define "training-job.problems.size" -}}
{{- if not .Values.image }}
- at '/image': missing (hint: set the image that every node runs)
{{- end -}}
{{- $elastic := .Values.elastic -}}
{{- if and $elastic.minNodes (not $elastic.maxNodes) }}
- at '/elastic/maxNodes': missing; an elastic run requires `minNodes` and `maxNodes` (hint: set both, or `numNodes`)
{{- end -}}
{{- if $elastic.maxNodes -}}
{{- if not $elastic.minNodes }}
- at '/elastic/minNodes': missing; an elastic run requires a minimum number of nodes
{{- else if gt (int64 $elastic.minNodes) (int64 $elastic.maxNodes) }}
- at '/elastic/minNodes': must be at most `maxNodes`, {{ int64 $elastic.maxNodes }}, got {{ int64 $elastic.minNodes }}
{{- end -}}
{{- if gt (int64 .Values.numNodes) 1 }}
- at '/numNodes': can't be combined with `elastic`, which sets `minNodes` and `maxNodes` (hint: remove it)
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.problems.fixed-size: for launchers without support for elastic runs. Input: root. */}}
{{- define "training-job.problems.fixed-size" -}}
{{- if include "training-job.elastic" . }}
- at '/elastic': `launcher: {{ .Values.launcher }}` doesn't support elastic runs (hint: use `launcher: torchrun`)
{{- end -}}
{{- end -}}
