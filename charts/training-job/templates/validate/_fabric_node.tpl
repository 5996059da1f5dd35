{{/* training-job.problems.fabric.gpus: GPUs that the machine doesn't have. The daemon of TCPX and TCPXO needs all GPUs of a node. Input: root. */}}
{{- define "training-job.problems.fabric.gpus" -}}
{{- $machine := include "training-job.machine" . | fromJson -}}
{{- $gpus := include "training-job.gpus" . | int64 -}}
{{- $name := .Values.network.machineType -}}
{{- range $resource, $_ := merge dict .Values.resourcesPerNode.limits .Values.resourcesPerNode.requests -}}
{{- if and $name (include "training-job.is-gpu" $resource) (not (hasPrefix "nvidia.com/" $resource)) }}
- at '/resourcesPerNode': {{ $resource }} is not a GPU of {{ $name }}, which has {{ $machine.gpu }} (hint: use `nvidia.com/gpu`)
{{- end -}}
{{- end -}}
{{- if and $name (gt $gpus (int64 $machine.gpus)) }}
- at '/resourcesPerNode': must be at most {{ $machine.gpus }} GPUs for {{ $name }}, got {{ $gpus }}
{{- else if and (has .Values.network.fabric (list "tcpx" "tcpxo")) (ne $gpus 8) (not (include "training-job.claimed-gpus" . | fromJson).unknown) }}
- at '/resourcesPerNode': must be 8 GPUs, since the daemon of `network.fabric: {{ .Values.network.fabric }}` needs the whole node, got {{ $gpus }}
{{- end -}}
{{- end -}}

{{/* training-job.problems.fabric.place: a node selector of another machine; the host network with a fabric that attaches networks to the pod. Input: root. */}}
{{- define "training-job.problems.fabric.place" -}}
{{- $network := .Values.network -}}
{{- $label := "node.kubernetes.io/instance-type" -}}
{{- with index .Values.pod.nodeSelector $label -}}
{{- if ne . ($network.machineType | default .) }}
- at '/pod/nodeSelector/{{ $label | replace "/" "~1" }}': `{{ . }}` contradicts `network.machineType: {{ $network.machineType }}` (hint: use one machine in both)
{{- end -}}
{{- end -}}
{{- with index .Values.pod.nodeSelector "kubernetes.io/arch" -}}
{{- $own := (include "training-job.machine" $ | fromJson).arch -}}
{{- if and $own (ne . $own) }}
- at '/pod/nodeSelector/kubernetes.io~1arch': `{{ . }}` contradicts `network.machineType: {{ $network.machineType }}`, which has {{ $own }} (hint: remove it)
{{- end -}}
{{- end -}}
{{- if and $network.hostNetwork (hasKey (.Values.prepared.fabric.annotations | default dict) "networking.gke.io/interfaces") }}
- at '/network/hostNetwork': `network.fabric: {{ $network.fabric }}` attaches networks to the pod, which GKE only supports without the host network (hint: remove it)
{{- end -}}
{{- end -}}
