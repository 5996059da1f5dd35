{{/* Google's build of NCCL with its transport for RoCE, of A3 Ultra, A4 and A4X, which an installer puts on the nodes. The variables are those
     of its `set_nccl_env.sh`, which programs don't read by themselves.
     Input: root. Output: YAML {literals, env, annotations, volumes, mounts}. */}}
{{- define "training-job.fabric.gib" -}}
{{- $options := .Values.network.gib -}}
{{- $machine := include "training-job.machine" . | fromJson -}}
{{- $cards := min (len $options.networks) ($machine.cards | default 8 | int) | int -}}
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
  {{- with $machine.tuner }}
  NCCL_TUNER_CONFIG_PATH: /usr/local/gib/configs/{{ . }}
  {{- end }}
env:
  - name: LD_LIBRARY_PATH
    value: {{ quote $options.libraryPath }}
annotations:
  {{- include "training-job.gke.interfaces" (dict "networks" (slice $options.networks 0 $cards) "first" 2) | nindent 2 }}
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
- at '/network/machineType': missing, and gIB stops without the tuner's file of the machine (hint: use `a3-ultragpu-8g`, `a4-highgpu-8g` or `a4x-highgpu-4g`)
{{- end -}}
{{- $cards := (include "training-job.machine" . | fromJson).cards | default 8 | int64 -}}
{{- if lt (len .Values.network.gib.networks | int64) $cards }}
- at '/network/gib/networks': must be {{ $cards }} networks, one for each card of {{ .Values.network.machineType }}, got {{ len .Values.network.gib.networks }}
{{- end -}}
{{- end -}}
