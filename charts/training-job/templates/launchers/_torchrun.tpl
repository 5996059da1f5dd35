{{/* torchrun reads its options from PET_* variables (torch/distributed/run.py): a static rendezvous on the first node, or c10d if the
     number of nodes may change.
     Input: root. Output: YAML {literals, roles}. */}}
{{- define "training-job.launcher.torchrun" -}}
{{- $master := include "training-job.master-address" . -}}
{{- $port := int64 .Values.network.port -}}
{{- $timeout := int64 .Values.torchrun.rendezvousTimeoutSeconds -}}
literals:
  PET_NPROC_PER_NODE: {{ include "training-job.processes" . | quote }}
{{- with include "training-job.shutdown-timeout" . }}
  TORCH_ELASTIC_SHUTDOWN_TIMEOUT: {{ quote . }}
{{- end }}
{{- if include "training-job.elastic" . }}
  PET_NNODES: {{ printf "%d:%d" (int64 .Values.elastic.minNodes) (int64 .Values.elastic.maxNodes) | quote }}
  PET_RDZV_BACKEND: c10d
  {{- /* The full name, as in the pod's own hosts file: with a shorter one, the first node only recognises itself as the host of the
       rendezvous if DNS already has its record, and otherwise every node waits forever. */}}
  PET_RDZV_ENDPOINT: {{ printf "%s.%s.svc.%s:%d" $master .Release.Namespace .Values.network.clusterDomain $port | quote }}
  PET_RDZV_ID: {{ include "training-job.name" . | quote }}
  PET_RDZV_CONF: {{ printf "join_timeout=%d,read_timeout=%d" $timeout $timeout | quote }}
  PET_MAX_RESTARTS: {{ int64 .Values.elastic.maxRestarts | quote }}
roles:
  - name: node
{{- else }}
  PET_NNODES: {{ include "training-job.nodes" . | quote }}
  PET_MASTER_ADDR: {{ $master | quote }}
  PET_MASTER_PORT: {{ $port | quote }}
  PET_RDZV_CONF: {{ printf "timeout=%d" $timeout | quote }}
roles:
  - name: node
    env:
      - name: PET_NODE_RANK
        valueFrom:
          fieldRef:
            fieldPath: metadata.annotations['batch.kubernetes.io/job-completion-index']
{{- end }}
{{- end -}}

{{- define "training-job.launcher.torchrun.problems" -}}
{{- end -}}
