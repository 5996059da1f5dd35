{{/* training-job.machine: what files/machines.json knows of the machine that the spec names: its fabric, GPUs, and the numbers that the
     fabric takes from it. Input: root. Output: JSON, empty where no machine is named. */}}
{{- define "training-job.machine" -}}
{{- $machine := dict -}}
{{- with .Values.network.machineType }}{{ $machine = get ($.Files.Get "files/machines.json" | fromJson) . | default dict }}{{ end -}}
{{- toJson $machine -}}
{{- end -}}
