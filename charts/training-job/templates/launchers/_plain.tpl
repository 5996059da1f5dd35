{{/* No launcher: the program gets the address book and starts its own processes. Input: root. Output: YAML {literals, inline}. */}}
{{- define "training-job.launcher.plain" -}}
literals:
  MASTER_ADDR: {{ include "training-job.master-address" . | quote }}
  MASTER_PORT: {{ int64 .Values.network.port | quote }}
  NNODES: {{ include "training-job.nodes" . | quote }}
  NPROC_PER_NODE: {{ include "training-job.processes" . | quote }}
inline:
  - name: NODE_RANK
    valueFrom:
      fieldRef:
        fieldPath: metadata.annotations['batch.kubernetes.io/job-completion-index']
{{- end -}}

{{- define "training-job.launcher.plain.problems" -}}
{{- if include "training-job.elastic" . }}
- at '/elastic': launcher `plain` cannot change the number of nodes of a run (hint: use `launcher: torchrun`)
{{- end -}}
{{- end -}}
