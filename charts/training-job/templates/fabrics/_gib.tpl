{{/* Google's build of NCCL with its transport for RoCE, of A3 Ultra and A4, which an installer puts on the nodes. The variables are those
     of its `set_nccl_env.sh`, which programs don't read by themselves.
     Input: root. Output: YAML {literals, env, annotations, volumes, mounts}. */}}
{{- define "training-job.fabric.gib" -}}
{{- $options := .Values.network.gib -}}
literals:
  NCCL_CROSS_NIC: "0"
  NCCL_IB_ADAPTIVE_ROUTING: "1"
  NCCL_IB_FIFO_TC: "84"
  NCCL_IB_QPS_PER_CONNECTION: "4"
  NCCL_IB_TC: "52"
  NCCL_NET: gIB
  NCCL_NET_GDR_LEVEL: PIX
  NCCL_NVLS_CHUNKSIZE: "524288"
  NCCL_P2P_NET_CHUNKSIZE: "131072"
  NCCL_SOCKET_IFNAME: eth0
  {{- with (include "training-job.machine" . | fromJson).tuner }}
  NCCL_TUNER_CONFIG_PATH: /usr/local/gib/configs/{{ . }}
  {{- end }}
env:
  - name: LD_LIBRARY_PATH
    value: {{ quote $options.libraryPath }}
annotations:
  {{- include "training-job.gke.interfaces" (dict "networks" $options.networks "first" 2) | nindent 2 }}
volumes:
  - name: nvidia
    hostPath:
      path: /home/kubernetes/bin/nvidia
  - name: gib
    hostPath:
      path: /home/kubernetes/bin/gib
mounts:
  - name: nvidia
    mountPath: /usr/local/nvidia
  - name: gib
    mountPath: /usr/local/gib
{{- end -}}

{{- define "training-job.fabric.gib.problems" -}}
{{- include "training-job.problems.machine" . -}}
{{- if not .Values.network.machineType }}
- at '/network/machineType': missing, and gIB stops without the tuner's file of the machine (hint: use `a3-ultragpu-8g` or `a4-highgpu-8g`)
{{- end -}}
{{- end -}}
