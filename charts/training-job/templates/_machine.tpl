{{/* training-job.machine: the row of files/machines.json for the machine that the spec names: its fabric, GPUs, and the numbers that the
     fabric needs.
     Input: root. Output: JSON, empty if the spec names no machine. */}}
{{- define "training-job.machine" -}}
{{- $machine := dict -}}
{{- with .Values.network.machineType -}}
{{- /* Only the line of this machine is parsed: a render takes a tenth longer with the whole file. */ -}}
{{- $rest := (splitn (printf "\n  %s: " (toJson .)) 2 ($.Files.Get "files/machines.json"))._1 | default "" -}}
{{- with (splitn "\n" 2 $rest)._0 }}{{ $machine = trimSuffix "," . | fromJson }}{{ end -}}
{{- end -}}
{{- toJson $machine -}}
{{- end -}}
