{{/* training-job.scripts: the chart's scripts that run in pods, as paths below files/; each is mounted under its base name.
     Input: root. Output: JSON list, empty if the run needs none. */}}
{{- define "training-job.scripts" -}}
{{- $exitCode := list -}}
{{- if include "training-job.exit-code" . }}{{ $exitCode = include "training-job.exit-code.scripts" . | fromJsonArray }}{{ end -}}
{{- concat (.Values.prepared.launcher.scripts | default list) $exitCode (include "training-job.preflight.scripts" . | fromJsonArray) (include "training-job.hang.scripts" . | fromJsonArray) | default list | uniq | toJson -}}
{{- end -}}

{{/* training-job.scripts.folder: the folder in which scripts are mounted. */}}
{{- define "training-job.scripts.folder" -}}
/opt/training-job
{{- end -}}

{{/* training-job.scripts.config-map: the ConfigMap with the scripts; nothing if the run needs none. Its name is fixed and its data may
     change: a newer chart must not change a live JobSet, which refers to the name.
     Input: root. */}}
{{- define "training-job.scripts.config-map" -}}
{{- with .Values.prepared.scripts -}}
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "training-job.metadata" (dict "root" $ "name" (printf "%s-scripts" (include "training-job.name" $))) | nindent 2 }}
data:
  {{- range sortAlpha . }}
  {{ base . }}: |
    {{- $.Files.Get (printf "files/%s" .) | trim | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* training-job.scripts.volume, training-job.scripts.mount: volume and mount of the scripts. Input of the first: root; output: JSON. */}}
{{- define "training-job.scripts.volume" -}}
{{- dict "name" "scripts" "configMap" (dict "name" (printf "%s-scripts" (include "training-job.name" .))) | toJson -}}
{{- end -}}

{{- define "training-job.scripts.mount" -}}
name: scripts
mountPath: {{ include "training-job.scripts.folder" . }}
readOnly: true
{{- end -}}
