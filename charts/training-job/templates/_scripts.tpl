{{/* training-job.scripts: what the chart itself runs in pods, as paths below files/; each is mounted by its base name. Input: root.
     Output: JSON list, empty where the run needs none. */}}
{{- define "training-job.scripts" -}}
{{- $exitCode := ternary (list "exit_code/exit_code.py") list (eq (include "training-job.exit-code" .) "true") -}}
{{- concat (.Values.prepared.launcher.scripts | default list) $exitCode (include "training-job.preflight.scripts" . | fromJsonArray) | default list | toJson -}}
{{- end -}}

{{/* training-job.scripts.folder: where they are mounted. */}}
{{- define "training-job.scripts.folder" -}}
/opt/training-job
{{- end -}}

{{/* training-job.scripts.config-map: holds them; nothing where the run needs none. Its name stays and it may change: a newer chart must
     not touch a live JobSet, which names it. Input: root. */}}
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

{{/* training-job.scripts.volume, training-job.scripts.mount: of the scripts. The first's input: root, and its output JSON. */}}
{{- define "training-job.scripts.volume" -}}
{{- dict "name" "scripts" "configMap" (dict "name" (printf "%s-scripts" (include "training-job.name" .))) | toJson -}}
{{- end -}}

{{- define "training-job.scripts.mount" -}}
name: scripts
mountPath: {{ include "training-job.scripts.folder" . }}
readOnly: true
{{- end -}}
