{{/* training-job.tcpx.daemon: the daemon of TCPX. Input: root. Output: YAML, a container. */}}
{{- define "training-job.tcpx.daemon" -}}
name: tcpx-daemon
image: {{ quote .Values.network.tcpx.image }}
imagePullPolicy: {{ .Values.imagePullPolicy }}
restartPolicy: Always
command:
  - /tcpgpudmarxd/build/app/tcpgpudmarxd
  - --gpu_nic_preset
  - a3vm
  - --gpu_shmem_type
  - fd
  - --uds_path
  - /run/tcpx
  - --setup_param
  - '\"--verbose 128 2 0 \"'
env:
  - name: LD_LIBRARY_PATH
    value: /usr/local/nvidia/lib64
volumeMounts:
  {{- include "training-job.gke.daemon-mounts" . | nindent 2 }}
  - name: tcpx-socket
    mountPath: /run/tcpx
securityContext:
  {{- include "training-job.gke.daemon-security" (list "NET_ADMIN") | nindent 2 }}
{{- end -}}
