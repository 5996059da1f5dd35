{{/* NCCL's own sockets: the first variable keeps NCCL from searching for adapters, the second selects sockets.
     Input: root. Output: YAML {literals}. */}}
{{- define "training-job.fabric.sockets" -}}
literals:
  NCCL_IB_DISABLE: "1"
  NCCL_NET: Socket
{{- end -}}

{{- define "training-job.fabric.sockets.problems" -}}{{- end -}}
