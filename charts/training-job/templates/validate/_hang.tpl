{{/* training-job.problems.hang: what the watcher needs: a command to start, a launcher that keeps PYTHONPATH, and a port. Input: root. */}}
{{- define "training-job.problems.hang" -}}
{{- if include "training-job.hang.runs" . -}}
{{- if eq .Values.launcher "deepspeed" }}
- at '/hangDetection/enabled': must be false with `launcher: deepspeed`: deepspeed sets PYTHONPATH on all nodes, through which the watcher reaches the processes
{{- else if and (eq .Values.launcher "horovod") (hasKey .Values.env "PYTHONPATH") }}
- at '/env/PYTHONPATH': must not be set with `launcher: horovod` and `hangDetection`: horovodrun sets it on all nodes, without the folder through which the watcher reaches the processes (hint: install the packages in the image)
{{- else if not (or .Values.command (eq .Values.launcher "horovod") (eq .Values.launcher "mpi")) }}
- at '/hangDetection/enabled': must be false without `command`: the watcher starts the program (hint: write the image's entry point as `command`)
{{- end -}}
{{- if gt (int64 .Values.network.port) 65527 }}
- at '/network/port': must be at most 65527, got {{ int64 .Values.network.port }}: `hangDetection` uses the eighth port after it
{{- end -}}
{{- if eq .Values.hangDetection.action "fail" -}}
{{- range .Values.failurePolicy.fatalExitCodes }}{{ if eq (int64 .) 75 }}
- at '/failurePolicy/fatalExitCodes': must not have 75, with which `hangDetection.action: fail` ends a run that hangs: it would never restart
{{- end }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
