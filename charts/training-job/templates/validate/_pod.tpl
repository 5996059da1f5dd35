{{/* training-job.problems.pod: processes without GPUs, labels and annotations that the scheduler or the fabric writes. Input: root. */}}
{{- define "training-job.problems.pod" -}}
{{- if and (eq (toString .Values.numProcPerNode) "gpu") (eq (include "training-job.gpus" .) "0") }}
- at '/numProcPerNode': `gpu`, and `resourcesPerNode` names no GPU (hint: a number, or a limit such as `nvidia.com/gpu`)
{{- end -}}
{{- range $key, $value := .Values.prepared.fabric.annotations -}}
{{- if hasKey $.Values.pod.annotations $key }}
- at '/pod/annotations/{{ $key | replace "/" "~1" }}': reserved, `network.fabric: {{ $.Values.network.fabric }}` writes it (hint: leave it out)
{{- end -}}
{{- end -}}
{{- range $i, $claim := .Values.pod.resourceClaims -}}
{{- range $.Values.prepared.fabric.claims -}}
{{- if eq .name (toString $claim.name) }}
- at '/pod/resourceClaims/{{ $i }}/name': {{ printf "%q" .name }} is the claim of `network.{{ $.Values.network.fabric }}.computeDomain` already
{{- end -}}
{{- end -}}
{{- end -}}
{{- $scheduler := .Values.prepared.scheduler.pod | default dict -}}
{{- range $field := list "labels" "annotations" -}}
{{- range $key, $value := index $scheduler $field -}}
{{- if hasKey (index $.Values.pod $field) $key }}
- at '/pod/{{ $field }}/{{ $key | replace "/" "~1" }}': reserved, `scheduler: {{ $.Values.scheduler }}` writes it (hint: leave it out)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
