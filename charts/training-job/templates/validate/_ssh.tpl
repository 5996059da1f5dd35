{{/* training-job.problems.ssh: settings that launchers with ssh reject. Input: root. */}}
{{- define "training-job.problems.ssh" -}}
{{- include "training-job.problems.fixed-size" . -}}
{{- $ssh := .Values.ssh -}}
{{- if not $ssh.secretName }}
- at '/ssh/secretName': missing; `launcher: {{ .Values.launcher }}` connects to its nodes over ssh (hint: create a Secret of type kubernetes.io/ssh-auth with ssh-privatekey)
{{- end -}}
{{- if eq (int64 $ssh.port) (int64 .Values.network.port) }}
- at '/ssh/port': {{ int64 $ssh.port }} is already the port of the rendezvous, `network.port`
{{- end -}}
{{- $bytes := len .Values.prepared.launcher.files.hostfile -}}
{{- if gt $bytes 1000000 }}
- at '/numNodes': a hostfile of {{ $bytes }} bytes exceeds the limit of a ConfigMap, 1 MiB (hint: use fewer nodes, a shorter `name` or `launcher: torchrun`)
{{- end }}
{{ include "training-job.problems.container-resources" (dict "pointer" "/ssh/launcherResources" "resources" $ssh.launcherResources "count" 1) }}
{{- end -}}
