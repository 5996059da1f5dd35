{{/* NCCL's own transport over adapters of the node. Input: root. Output: YAML {literals, resources, capabilities}. */}}
{{- define "training-job.fabric.infiniband" -}}
{{- $own := dict "resource" "rdma/hca_shared_devices_a" "devices" 1 -}}
{{- $options := merge dict .Values.network.infiniband (include "training-job.machine" . | fromJson) $own -}}
literals:
  NCCL_NET: IB
  {{- with $options.adapters }}
  NCCL_IB_HCA: {{ quote . }}
  {{- end }}
  {{- with $options.topologyFile }}
  NCCL_TOPO_FILE: {{ quote . }}
  {{- end }}
{{- include "training-job.fabric.adapters" $options }}
capabilities: [IPC_LOCK]
{{- end -}}

{{- define "training-job.fabric.infiniband.problems" -}}
{{- include "training-job.problems.machine" . -}}
{{- end -}}
