{{/* training-job.problems.ssh: what the launchers that use ssh refuse. Input: root. */}}
{{- define "training-job.problems.ssh" -}}
{{- include "training-job.problems.fixed-size" . -}}
{{- $ssh := .Values.ssh -}}
{{- if not $ssh.secretName }}
- at '/ssh/secretName': missing, `launcher: {{ .Values.launcher }}` reaches its nodes over ssh (hint: a Secret of type kubernetes.io/ssh-auth, with ssh-privatekey)
{{- end -}}
{{- if eq (int64 $ssh.port) (int64 .Values.network.port) }}
- at '/ssh/port': {{ int64 $ssh.port }} is the port of the rendezvous, `network.port`
{{- end -}}
{{- $bytes := len .Values.prepared.launcher.files.hostfile -}}
{{- if gt $bytes 1000000 }}
- at '/numNodes': a hostfile of {{ $bytes }} bytes, a ConfigMap holds 1 MiB (hint: fewer nodes or a shorter `name`, or `launcher: torchrun`)
{{- end }}
{{ include "training-job.problems.container-resources" (dict "pointer" "/ssh/launcherResources" "resources" $ssh.launcherResources "count" 1) }}
{{- end -}}
