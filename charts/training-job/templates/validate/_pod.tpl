{{/* training-job.problems.pod: processes without GPUs, labels and annotations that the scheduler or the fabric sets. Input: root. */}}
{{- define "training-job.problems.pod" -}}
{{- if and (eq (toString .Values.numProcPerNode) "gpu") (not (include "training-job.may-have-gpus" .)) }}
- at '/numProcPerNode': `gpu` requires a GPU in `resourcesPerNode` or `devices` (hint: use a number, or add a limit such as `nvidia.com/gpu`)
{{- end -}}
{{- range $key, $value := .Values.prepared.fabric.annotations -}}
{{- if hasKey $.Values.pod.annotations $key }}
- at '/pod/annotations/{{ $key | replace "/" "~1" }}': reserved, set by `network.fabric: {{ $.Values.network.fabric }}` (hint: remove it)
{{- end -}}
{{- end -}}
{{- range $i, $claim := .Values.pod.resourceClaims -}}
{{- range $.Values.prepared.fabric.claims -}}
{{- if eq .name (toString $claim.name) }}
- at '/pod/resourceClaims/{{ $i }}/name': duplicate name {{ printf "%q" .name }}, already used by `network.{{ $.Values.network.fabric }}.computeDomain`
{{- end -}}
{{- end -}}
{{- end -}}
{{- $scheduler := .Values.prepared.scheduler.pod | default dict -}}
{{- range $field := list "labels" "annotations" -}}
{{- range $key, $value := index $scheduler $field -}}
{{- if hasKey (index $.Values.pod $field) $key }}
- at '/pod/{{ $field }}/{{ $key | replace "/" "~1" }}': reserved, set by `scheduler: {{ $.Values.scheduler }}` (hint: remove it)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
