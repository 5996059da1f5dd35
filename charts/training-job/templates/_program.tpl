{{/* training-job.program: the container that trains. Input: root, mounts (list of VolumeMount). */}}
{{- define "training-job.program" -}}
{{- $values := .root.Values -}}
name: node
image: {{ $values.image | quote }}
imagePullPolicy: {{ $values.imagePullPolicy }}
{{- range $field := list "command" "args" "workingDir" }}
{{- with index $values $field }}
{{ dict $field . | toYaml }}
{{- end }}
{{- end }}
envFrom:
  {{- with $values.envFrom }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  - configMapRef:
      name: {{ include "training-job.env.config-map" .root }}
{{- with concat $values.prepared.launcher.inline (include "training-job.env.order" $values.env | fromJson).ordered }}
env:
  {{- toYaml . | nindent 2 }}
{{- end }}
ports:
  - name: rendezvous
    containerPort: {{ int64 $values.network.port }}
    protocol: TCP
{{- with include "training-job.resources" (merge (dict "claims" $values.pod.resourceClaims) $values.resourcesPerNode) }}
resources:
  {{- . | nindent 2 }}
{{- end }}
{{- with .mounts }}
volumeMounts:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- include "training-job.container-security" . | nindent 2 }}
terminationMessagePolicy: FallbackToLogsOnError
{{- end -}}
