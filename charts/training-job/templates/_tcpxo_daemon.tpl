{{/* training-job.tcpxo.daemon: the daemon of TCPXO: later containers start when it reports that it is ready.
     Input: root. Output: YAML, a container. */}}
{{- define "training-job.tcpxo.daemon" -}}
name: tcpxo-daemon
image: {{ quote .Values.network.tcpxo.image }}
imagePullPolicy: {{ .Values.imagePullPolicy }}
restartPolicy: Always
command: [bash, /fts/entrypoint_rxdm_container.sh]
args: [--num_hops=2, --num_nics=8]
env:
  - name: LD_LIBRARY_PATH
    value: /usr/local/nvidia/lib64
  - name: HEALTH_CHECK_LOG_FILE
    value: /run/health-check
startupProbe:
  exec:
    command: [cat, /run/health-check]
  periodSeconds: 5
  failureThreshold: 60
volumeMounts:
  {{- include "training-job.gke.daemon-mounts" . | nindent 2 }}
securityContext:
  {{- include "training-job.gke.daemon-security" (list "NET_ADMIN" "NET_BIND_SERVICE") | nindent 2 }}
{{- end -}}
