{{/* `deepspeed` reads its hosts from this path if no option names another (deepspeed/launcher/runner.py), and needs no variable.
     MASTER_PORT is for its option of that name.
     Input: root. Output: YAML {literals, trainer, scripts, files, roles}. */}}
{{- define "training-job.launcher.deepspeed" -}}
{{- $env := dict "MASTER_PORT" (int64 .Values.network.port) -}}
literals: {}
{{ include "training-job.ssh" (dict "root" . "env" $env "hostfile" "/job/hostfile" "format" "%s slots=%s") }}
{{- end -}}

{{- define "training-job.launcher.deepspeed.problems" -}}
{{- include "training-job.problems.ssh" . -}}
{{- $command := concat .Values.command .Values.args | join " " -}}
{{- if and (eq (include "training-job.nodes" .) "1") (contains "deepspeed" $command) (not (contains "--force_multi" $command)) }}
- at '/numNodes': with one node `deepspeed` would train in the launcher's own pod, which has no GPU (hint: write `--force_multi` before the script)
{{- end -}}
{{- end -}}
