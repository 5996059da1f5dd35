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

{{/* training-job.machine.place: the labels and tolerations without which no pod gets to a machine with Arm processors: GKE taints them.
     Input: root. Output: nothing; the values of `pod` are changed in place. */}}
{{- define "training-job.machine.place" -}}
{{- if eq (toString (include "training-job.machine" . | fromJson).arch) "arm64" -}}
{{- $key := "kubernetes.io/arch" -}}
{{- $_ := set .Values.pod "nodeSelector" (merge dict .Values.pod.nodeSelector (dict $key "arm64")) -}}
{{- $known := false }}{{ range .Values.pod.tolerations }}{{ if eq (toString .key) $key }}{{ $known = true }}{{ end }}{{ end -}}
{{- $taint := dict "key" $key "operator" "Equal" "value" "arm64" "effect" "NoSchedule" -}}
{{- if not $known }}{{ $_ := set .Values.pod "tolerations" (append .Values.pod.tolerations $taint) }}{{ end -}}
{{- end -}}
{{- end -}}
