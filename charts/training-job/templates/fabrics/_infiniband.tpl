{{/* NCCL's own transport over adapters of the node. Input: root. Output: YAML {literals, resources, capabilities}. */}}
{{- define "training-job.fabric.infiniband" -}}
{{- $options := .Values.network.infiniband -}}
literals:
  NCCL_NET: IB
  {{- with $options.adapters }}
  NCCL_IB_HCA: {{ quote . }}
  {{- end }}
resources:
  {{ $options.resource }}: {{ int64 $options.devices }}
capabilities: [IPC_LOCK]
{{- end -}}

{{- define "training-job.fabric.infiniband.problems" -}}{{- end -}}
