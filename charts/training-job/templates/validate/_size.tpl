{{/* training-job.problems.size: image, number of nodes, processes. Input: root. */}}
{{- define "training-job.problems.size" -}}
{{- if not .Values.image }}
- at '/image': missing, every node needs an image
{{- end -}}
{{- $elastic := .Values.elastic -}}
{{- if and $elastic.minNodes (not $elastic.maxNodes) }}
- at '/elastic/maxNodes': missing, `minNodes` alone does not make a run elastic (hint: write both, or `numNodes`)
{{- end -}}
{{- if $elastic.maxNodes -}}
{{- if not $elastic.minNodes }}
- at '/elastic/minNodes': missing, an elastic run needs the nodes without which it waits
{{- else if gt (int64 $elastic.minNodes) (int64 $elastic.maxNodes) }}
- at '/elastic/minNodes': {{ int64 $elastic.minNodes }} is more than maxNodes, {{ int64 $elastic.maxNodes }}
{{- end -}}
{{- if gt (int64 .Values.numNodes) 1 }}
- at '/numNodes': an elastic run has `minNodes` and `maxNodes` instead (hint: leave it out)
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.problems.fixed-size: for launchers whose processes cannot come and go. Input: root. */}}
{{- define "training-job.problems.fixed-size" -}}
{{- if include "training-job.elastic" . }}
- at '/elastic': launcher `{{ .Values.launcher }}` cannot change the number of nodes of a run (hint: use `launcher: torchrun`)
{{- end -}}
{{- end -}}
