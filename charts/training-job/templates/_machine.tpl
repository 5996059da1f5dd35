{{/* training-job.machine: the row of files/machines.json for the machine that the spec names: its fabric, GPUs, and the numbers that the
     fabric needs.
     Input: root. Output: JSON, empty if the spec names no machine. */}}
{{- define "training-job.machine" -}}
{{- $machine := dict -}}
{{- with .Values.network.machineType }}{{ $machine = get ($.Files.Get "files/machines.json" | fromJson) . | default dict }}{{ end -}}
{{- toJson $machine -}}
{{- end -}}
