{{/* training-job.program: the container of a role: the user's program, or the launcher's own command.
     Input: root, role, mounts (list of VolumeMount), resources (YAML). */}}
{{- define "training-job.program" -}}
{{- $values := .root.Values -}}
name: node
image: {{ $values.image | quote }}
imagePullPolicy: {{ $values.imagePullPolicy }}
{{- $runs := ternary $values .role (empty (concat (.role.command | default list) (.role.args | default list))) }}
{{- range $field := list "command" "args" "workingDir" }}
{{- with index (ternary $values $runs (eq $field "workingDir")) $field }}
{{ dict $field . | toYaml }}
{{- end }}
{{- end }}
{{- with include "training-job.environment" (dict "root" .root "role" .role "own" (include "training-job.hang.env" . | fromJsonArray)) }}
{{ . | trim }}
{{- end }}
{{- $container := ternary $values.container dict (eq .role.name (include "training-job.trainer" .root)) -}}
{{- if or .role.ports $container.ports }}
ports:
  {{- range .role.ports }}
  - name: {{ .name }}
    containerPort: {{ int64 .port }}
    protocol: TCP
  {{- end }}
  {{- range $container.ports }}
  {{- list (merge (dict "protocol" (.protocol | default "TCP")) .) | toYaml | nindent 2 }}
  {{- end }}
{{- end }}
{{- range $field := list "lifecycle" "livenessProbe" "readinessProbe" "startupProbe" }}
{{- with index $container $field }}
{{ dict $field . | toYaml }}
{{- end }}
{{- end }}
{{- with .resources }}
resources:
  {{- . | nindent 2 }}
{{- end }}
{{- with .mounts }}
volumeMounts:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- include "training-job.program-security" . | nindent 2 }}
  {{- if .role.readOnlyRootFilesystem }}
  readOnlyRootFilesystem: true
  {{- end }}
terminationMessagePolicy: FallbackToLogsOnError
{{- end -}}

{{/* training-job.environment: variables of a role. Input: root, role, own (optional list of EnvVar of this container only). */}}
{{- define "training-job.environment" -}}
{{- $values := .root.Values -}}
{{- $literals := dict "configMapRef" (dict "name" (include "training-job.env.config-map" .root)) -}}
{{- with ternary $values.envFrom (append $values.envFrom $literals) (eq "{}" (include "training-job.env.literals" .root)) }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with concat .role.env (include "training-job.env.order" $values.env | fromJson).ordered (.own | default list) }}
env:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
