{{/* training-job.problems.container: ports and rights that contradict the chart's own or each other. Input: root. */}}
{{- define "training-job.problems.container" -}}
{{- include "training-job.problems.ports" . }}
{{- with .Values.container.securityContext -}}
{{- if and .privileged (kindIs "bool" .allowPrivilegeEscalation) (not .allowPrivilegeEscalation) }}
- at '/container/securityContext/allowPrivilegeEscalation': must not be false with `privileged: true`, the API server rejects the pod (hint: remove one of them)
{{- end -}}
{{- $runsSshd := and $.Values.prepared.launcher.files (eq (include "training-job.user" $) "0") -}}
{{- if and .readOnlyRootFilesystem $runsSshd }}
- at '/container/securityContext/readOnlyRootFilesystem': not possible with `launcher: {{ $.Values.launcher }}` as root: sshd needs the folder /run/sshd in the image's file system (hint: set `pod.securityContext.runAsUser` to a user of the image)
{{- end -}}
{{- end -}}
{{- if and (include "training-job.exit-code" .) (not .Values.command) }}
- at '/command': is required by `failurePolicy.fatalExitCodes` with `launcher: {{ .Values.launcher }}`: {{ dict "deepspeed" "`deepspeed` ends with the largest code of its nodes" "horovod" "horovodrun replaces every code with 1" | dig .Values.launcher "torchrun replaces every code with 1" }}, and the chart's script that keeps the code has to start the program (hint: write the image's entry point as `command`)
{{- end -}}
{{- if and .Values.pod.hostIPC .Values.storage.sharedMemory.sizeLimit }}
- at '/pod/hostIPC': uses the node's /dev/shm, so that `storage.sharedMemory.sizeLimit` has no effect (hint: remove one of them)
{{- end -}}
{{- end -}}

{{/* training-job.problems.ports: names and numbers used twice. Input: root. */}}
{{- define "training-job.problems.ports" -}}
{{- $names := dict -}}
{{- $numbers := dict -}}
{{- $trainer := include "training-job.trainer" . -}}
{{- range .Values.prepared.roles -}}
{{- if eq .name $trainer -}}
{{- range .ports -}}
{{- $_ := set $names .name "the chart" -}}
{{- $_ := set $numbers (printf "%d/TCP" (int64 .port)) (printf "the chart's port `%s`" .name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $i, $port := .Values.container.ports -}}
{{- $number := printf "%d/%s" (int64 $port.containerPort) ($port.protocol | default "TCP") -}}
{{- with index $names ($port.name | default "") }}
- at '/container/ports/{{ $i }}/name': duplicate name {{ printf "%q" $port.name }}, already used by {{ . }}
{{- end -}}
{{- with index $numbers $number }}
- at '/container/ports/{{ $i }}/containerPort': duplicate port {{ $number }}, already used by {{ . }}
{{- end -}}
{{- with $port.name }}{{ $_ := set $names . (printf "port %d" $i) }}{{ end -}}
{{- $_ := set $numbers $number (printf "port %d" $i) -}}
{{- end -}}
{{- end -}}
