{{/* training-job.problems.devices: GPUs that can't be counted, or that a node gets twice; claims of one name. Input: root. */}}
{{- define "training-job.problems.devices" -}}
{{- $claimed := include "training-job.claimed-gpus" . | fromJson -}}
{{- $resources := include "training-job.effective-requests" .Values.resourcesPerNode | fromJson -}}
{{- $plugged := false }}{{ range $name, $_ := $resources }}{{ if include "training-job.is-gpu" $name }}{{ $plugged = $name }}{{ end }}{{ end -}}
{{- if $plugged -}}
{{- range $claimed.pointers }}
- at '{{ . }}': a node gets GPUs twice, by this claim and by {{ $plugged }} in `resourcesPerNode` (hint: remove one of them)
{{- end -}}
{{- else if and (has (toString .Values.numProcPerNode) (list "auto" "gpu")) (not $claimed.gpus) (not (contains "/" (keys $resources | join " "))) -}}
{{- range $claimed.unknown }}
- at '{{ . }}': `numProcPerNode: {{ $.Values.numProcPerNode }}` can't count the GPUs of this claim (hint: set its `gpus`, 0 if it gives other devices, or `numProcPerNode` to a number)
{{- end -}}
{{- end -}}
{{- $total := 0 }}{{ range .Values.prepared.devices }}{{ $total = add $total (int64 .exactly.count) }}{{ end -}}
{{- if gt $total 32 }}
- at '/devices': a claim has at most 32 devices, got {{ $total }} (hint: claim some of them by a template of your own, in `pod.resourceClaims`)
{{- end -}}
{{- range $name, $_ := .Values.prepared.fabric.devices -}}
{{- if hasKey $.Values.devices $name }}
- at '/devices/{{ $name }}': reserved, set by `network.fabric: {{ $.Values.network.fabric }}` (hint: use another name)
{{- end -}}
{{- end -}}
{{- range $i, $claim := .Values.pod.resourceClaims -}}
{{- if and $.Values.prepared.devices (eq (toString $claim.name) "devices") }}
- at '/pod/resourceClaims/{{ $i }}/name': duplicate name "devices", already used by the claim of `devices`
{{- end -}}
{{- end -}}
{{- end -}}
