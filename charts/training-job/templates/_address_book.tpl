{{/* training-job.address-book: variables that a node needs if the chart's launcher is not torchrun: the number of nodes, its own index, the
     address of the first node, and the number of processes to start.
     Input: root. Output: YAML {literals, roles}. */}}
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
