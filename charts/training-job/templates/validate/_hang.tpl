{{/* training-job.problems.hang: what the watcher needs: a command to start, and a port. Input: root. */}}
{{- define "training-job.problems.hang" -}}
{{- if include "training-job.hang.runs" . -}}
{{- if not (or .Values.command (eq .Values.launcher "deepspeed") (eq .Values.launcher "horovod") (eq .Values.launcher "mpi")) }}
- at '/command': is required by `hangDetection.enabled`: the watcher starts the program (hint: write the image's entry point as `command`)
{{- end -}}
{{- if gt (int64 .Values.network.port) 65527 }}
- at '/network/port': must be at most 65527, got {{ int64 .Values.network.port }}: `hangDetection` uses the eighth port after it
{{- end -}}
{{- end -}}
{{- end -}}
