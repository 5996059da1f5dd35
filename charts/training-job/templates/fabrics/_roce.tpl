{{/* NCCL's own transport over adapters for RDMA on Ethernet, which NCCL also calls IB. On the host network, names distinguish the adapters
     from those of storage; otherwise a pod sees only its own adapters.
     Input: root. Output: YAML {literals, resources, capabilities, annotations}. */}}
{{- define "training-job.fabric.roce" -}}
{{- $host := .Values.network.hostNetwork -}}
{{- $machine := include "training-job.machine" . | fromJson -}}
{{- if $host }}{{ $_ := set $machine "adapters" $machine.hostAdapters }}{{ end -}}
{{- $own := dict "resource" "rdma/hca_shared_devices_a" "devices" 1 -}}
{{- $options := merge dict .Values.network.roce $machine $own -}}
{{- $literals := dict "NCCL_NET" "IB" -}}
{{- range $name, $value := $machine.env }}{{ $_ := set $literals $name $value }}{{ end -}}
{{- with $options.adapters }}{{ $_ := set $literals "NCCL_IB_HCA" . }}{{ end -}}
{{- range $key, $name := dict "gidIndex" "NCCL_IB_GID_INDEX" "trafficClass" "NCCL_IB_TC" -}}
{{- $value := index $options $key -}}
{{- if not (kindIs "invalid" $value) }}{{ $_ := set $literals $name (int64 $value | toString) }}{{ end -}}
{{- end -}}
literals:
  {{- toYaml $literals | nindent 2 }}
{{- include "training-job.fabric.adapters" $options }}
capabilities: [IPC_LOCK]
{{- if and $options.attachment (not $host) }}
annotations:
  k8s.v1.cni.cncf.io/networks: {{ printf "%s," $options.attachment | repeat (int $options.devices | min 256 | max 0 | int) | trimSuffix "," | quote }}
{{- end }}
{{- end -}}

{{- define "training-job.fabric.roce.problems" -}}
{{- include "training-job.problems.machine" . -}}
{{- end -}}
