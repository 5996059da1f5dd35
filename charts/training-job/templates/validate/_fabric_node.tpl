{{/* training-job.problems.fabric.gpus: GPUs that the machine does not have; of TCPX and TCPXO, a daemon takes all of a node. Input: root. */}}
{{- define "training-job.problems.fabric.gpus" -}}
{{- $machine := include "training-job.machine" . | fromJson -}}
{{- $gpus := include "training-job.gpus" . | int64 -}}
{{- $name := .Values.network.machineType -}}
{{- range $resource, $_ := merge dict .Values.resourcesPerNode.limits .Values.resourcesPerNode.requests -}}
{{- if and $name (include "training-job.is-gpu" $resource) (not (hasPrefix "nvidia.com/" $resource)) }}
- at '/resourcesPerNode': {{ $resource }} is no GPU of {{ $name }}, which has {{ $machine.gpu }} (hint: `nvidia.com/gpu`)
{{- end -}}
{{- end -}}
{{- if and $name (gt $gpus (int64 $machine.gpus)) }}
- at '/resourcesPerNode': {{ $gpus }} GPUs, and {{ $name }} has {{ $machine.gpus }}
{{- else if and (has .Values.network.fabric (list "tcpx" "tcpxo")) (ne $gpus 8) (not .Values.pod.resourceClaims) }}
- at '/resourcesPerNode': {{ $gpus }} GPUs, and the daemon of `network.fabric: {{ .Values.network.fabric }}` needs the node with all 8 of them
{{- end -}}
{{- end -}}

{{/* training-job.problems.fabric.place: nodes of another machine; the node's own network, where the fabric attaches networks to the pod. Input: root. */}}
{{- define "training-job.problems.fabric.place" -}}
{{- $network := .Values.network -}}
{{- $label := "node.kubernetes.io/instance-type" -}}
{{- with index .Values.pod.nodeSelector $label -}}
{{- if ne . ($network.machineType | default .) }}
- at '/pod/nodeSelector/{{ $label | replace "/" "~1" }}': `{{ . }}`, and `network.machineType` is {{ $network.machineType }} (hint: one machine in both)
{{- end -}}
{{- end -}}
{{- if and $network.hostNetwork (hasKey (.Values.prepared.fabric.annotations | default dict) "networking.gke.io/interfaces") }}
- at '/network/hostNetwork': `network.fabric: {{ $network.fabric }}` attaches networks to the pod, and GKE does so only where it has one of its own (hint: leave it out)
{{- end -}}
{{- end -}}
