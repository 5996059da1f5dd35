{{/* training-job.problems.machine: a machine with another fabric. Input: root. */}}
{{- define "training-job.problems.machine" -}}
{{- $network := .Values.network -}}
{{- with $network.machineType -}}
{{- $machine := include "training-job.machine" $ | fromJson -}}
{{- if not (has $network.fabric (list $machine.fabric "sockets")) }}
- at '/network/fabric': `{{ $network.fabric }}` is not the fabric of {{ . }} (hint: set `fabric: {{ $machine.fabric }}`)
{{- end -}}
{{- end -}}
{{- end -}}
