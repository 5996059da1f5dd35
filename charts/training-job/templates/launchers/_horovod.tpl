{{/* horovodrun takes the number of processes and the hosts from its options only, and waits at most 30 seconds for all hosts
     (horovod/runner/launch.py).
     Input: root. Output: YAML {literals, trainer, scripts, files, roles}. */}}
{{- define "training-job.launcher.horovod" -}}
{{- $env := dict "HOROVOD_START_TIMEOUT" (int64 .Values.ssh.timeoutSeconds) -}}
literals: {}
{{ include "training-job.ssh" (dict "root" . "env" $env "hostfile" "/etc/mpi/hostfile" "format" "%s slots=%s") }}
{{- end -}}

{{- define "training-job.launcher.horovod.problems" -}}
{{- include "training-job.problems.ssh" . -}}
{{- end -}}
