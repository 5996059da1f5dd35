{{/* GPUDirect-TCPX of A3 High: NCCL's plug-in is on the nodes, and a sidecar daemon receives into its GPUs' memory; they communicate over
     sockets in a folder. The variables are those with which release v3.1.9 of the plug-in is tested.
     Input: root. Output: YAML {literals, env, capabilities, annotations, sidecars, volumes, mounts}. */}}
{{- define "training-job.fabric.tcpx" -}}
{{- $options := .Values.network.tcpx -}}
literals:
  NCCL_ALGO: Ring
  NCCL_CROSS_NIC: "0"
  NCCL_DYNAMIC_CHUNK_SIZE: "524288"
  NCCL_GPUDIRECTTCPX_CTRL_DEV: eth0
  NCCL_GPUDIRECTTCPX_FORCE_ACK: "0"
  NCCL_GPUDIRECTTCPX_PROGRAM_FLOW_STEERING_WAIT_MICROS: "1000000"
  NCCL_GPUDIRECTTCPX_RX_BINDINGS: eth1:22-35,124-139;eth2:22-35,124-139;eth3:74-87,178-191;eth4:74-87,178-191
  NCCL_GPUDIRECTTCPX_SOCKET_IFNAME: {{ include "training-job.gke.cards" $options.networks }}
  NCCL_GPUDIRECTTCPX_TX_BINDINGS: eth1:8-21,112-125;eth2:8-21,112-125;eth3:60-73,164-177;eth4:60-73,164-177
  NCCL_GPUDIRECTTCPX_TX_COMPLETION_NANOSLEEP: "1000"
  NCCL_GPUDIRECTTCPX_UNIX_CLIENT_PREFIX: /run/tcpx
  NCCL_MAX_NCHANNELS: "8"
  NCCL_MIN_NCHANNELS: "8"
  NCCL_NET_GDR_LEVEL: PIX
  NCCL_NSOCKS_PERTHREAD: "4"
  NCCL_P2P_NET_CHUNKSIZE: "524288"
  NCCL_P2P_NVL_CHUNKSIZE: "1048576"
  NCCL_P2P_PCI_CHUNKSIZE: "524288"
  NCCL_P2P_PXN_LEVEL: "0"
  NCCL_PROTO: Simple
  NCCL_SOCKET_IFNAME: eth0
  NCCL_SOCKET_NTHREADS: "1"
env:
  - name: LD_LIBRARY_PATH
    value: {{ quote $options.libraryPath }}
capabilities: [IPC_LOCK]
annotations:
  {{- include "training-job.gke.interfaces" (dict "networks" $options.networks "first" 1) | nindent 2 }}
  {{- include "training-job.gke.devices" (dict "daemon" "tcpx-daemon" "more" list) | nindent 2 }}
sidecars:
  - {{ include "training-job.tcpx.daemon" . | nindent 4 | trim }}
volumes:
  {{- include "training-job.gke.daemon-volumes" . | nindent 2 }}
  - name: tcpx-socket
    hostPath:
      path: /run/tcpx
mounts:
  - name: nvidia
    mountPath: /usr/local/nvidia/lib64
  - name: tcpx-socket
    mountPath: /run/tcpx
{{- end -}}

{{- define "training-job.fabric.tcpx.problems" -}}
{{- include "training-job.problems.machine" . -}}
{{- end -}}
