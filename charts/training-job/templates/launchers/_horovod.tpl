{{/* horovodrun takes number and hosts from its options only, and gives itself 30 seconds to reach them all (horovod/runner/launch.py).
     Input: root. Output: YAML {literals, trainer, scripts, files, roles}. */}}
{{- define "training-job.launcher.horovod" -}}
{{- $env := dict "HOROVOD_START_TIMEOUT" (int64 .Values.ssh.timeoutSeconds) -}}
literals: {}
{{ include "training-job.ssh" (dict "root" . "env" $env "hostfile" "/etc/mpi/hostfile" "format" "%s slots=%s") }}
{{- end -}}

{{- define "training-job.launcher.horovod.problems" -}}
{{- include "training-job.problems.ssh" . -}}
{{- end -}}
