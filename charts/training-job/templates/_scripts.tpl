{{/* training-job.scripts: what the chart itself runs in pods, as paths below files/; each is mounted by its base name. Input: root.
     Output: JSON list, empty where the run needs none. */}}
{{- define "training-job.scripts" -}}
{{- concat (.Values.prepared.launcher.scripts | default list) (include "training-job.preflight.scripts" . | fromJsonArray) | default list | toJson -}}
{{- end -}}

{{/* training-job.scripts.folder: where they are mounted. */}}
{{- define "training-job.scripts.folder" -}}
/opt/training-job
{{- end -}}

{{/* training-job.scripts.volume, training-job.scripts.mount: of the scripts. The first's input: root. */}}
{{- define "training-job.scripts.volume" -}}
name: scripts
configMap:
  name: {{ include "training-job.name" . }}-scripts
{{- end -}}

{{- define "training-job.scripts.mount" -}}
name: scripts
mountPath: {{ include "training-job.scripts.folder" . }}
readOnly: true
{{- end -}}
