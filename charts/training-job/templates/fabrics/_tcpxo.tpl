{{/* GPUDirect-TCPXO (FasTrak) of A3 Mega: NCCL's plug-in is on the nodes, and a sidecar daemon receives into its GPUs' memory.
     The plug-in compares the variables with those of its release and stops a run with other values: these are for v1.0.15.
     Input: root. Output: YAML {literals, env, annotations, sidecars, volumes, mounts}. */}}
{{- define "training-job.fabric.tcpxo" -}}
{{- $options := .Values.network.tcpxo -}}
literals:
  NCCL_BUFFSIZE: "8388608"
  NCCL_CROSS_NIC: "0"
  NCCL_FASTRAK_CTRL_DEV: eth0
  NCCL_FASTRAK_ENABLE_CONTROL_CHANNEL: "0"
  NCCL_FASTRAK_ENABLE_HOTPATH_LOGGING: "0"
  NCCL_FASTRAK_IFNAME: {{ include "training-job.gke.cards" $options.networks }}
  NCCL_FASTRAK_LLCM_DEVICE_DIRECTORY: /dev/aperture_devices
  NCCL_FASTRAK_NUM_FLOWS: "2"
  NCCL_FASTRAK_PLUGIN_ACCEPT_TIMEOUT_MS: "600000"
  NCCL_FASTRAK_USE_LLCM: "1"
  NCCL_FASTRAK_USE_SNAP: "1"
  NCCL_MIN_NCHANNELS: "4"
  NCCL_NET_GDR_LEVEL: PIX
  NCCL_NVLSTREE_MAX_CHUNKSIZE: "131072"
  NCCL_P2P_NET_CHUNKSIZE: "524288"
  NCCL_P2P_NVL_CHUNKSIZE: "1048576"
  NCCL_P2P_PCI_CHUNKSIZE: "524288"
  NCCL_PROTO: Simple,LL128
  NCCL_SHIMNET_GUEST_CONFIG_CHECKER_CONFIG_FILE: /usr/local/nvidia/lib64/a3plus_guest_config.textproto
  NCCL_SOCKET_IFNAME: eth0
  NCCL_TUNER_CONFIG_PATH: /usr/local/nvidia/lib64/a3plus_tuner_config.textproto
  NCCL_TUNER_PLUGIN: libnccl-tuner.so
env:
  - name: LD_LIBRARY_PATH
    value: {{ quote $options.libraryPath }}
annotations:
  {{- include "training-job.gke.interfaces" (dict "networks" $options.networks "first" 1) | nindent 2 }}
  {{- include "training-job.gke.devices" (dict "daemon" "tcpxo-daemon" "more" (list "/dev/dmabuf_import_helper")) | nindent 2 }}
sidecars:
  - {{ include "training-job.tcpxo.daemon" . | nindent 4 | trim }}
volumes:
  {{- include "training-job.gke.daemon-volumes" . | nindent 2 }}
  - name: aperture-devices
    hostPath:
      path: /dev/aperture_devices
mounts:
  - name: nvidia
    mountPath: /usr/local/nvidia/lib64
  - name: aperture-devices
    mountPath: /dev/aperture_devices
{{- end -}}

{{- define "training-job.fabric.tcpxo.problems" -}}
{{- include "training-job.problems.machine" . -}}
{{- end -}}
