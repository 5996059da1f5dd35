{{/* training-job.address-book: what a node must know where no torchrun of ours tells it: how many there are, which one it is, where
     the first one is, and how many processes to start. Input: root. Output: YAML {literals, roles}. */}}
{{- define "training-job.address-book" -}}
literals:
  MASTER_ADDR: {{ include "training-job.master-address" . | quote }}
  MASTER_PORT: {{ int64 .Values.network.port | quote }}
  NNODES: {{ include "training-job.nodes" . | quote }}
  NPROC_PER_NODE: {{ include "training-job.processes" . | quote }}
roles:
  - name: node
    env:
      - name: NODE_RANK
        valueFrom:
          fieldRef:
            fieldPath: metadata.annotations['batch.kubernetes.io/job-completion-index']
{{- end -}}
