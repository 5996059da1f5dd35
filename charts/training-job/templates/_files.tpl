{{/* training-job.files.config-map: name of the ConfigMap of the launcher's files; like that of the environment, it ends in the hash of its data.
     Input: root. */}}
{{- define "training-job.files.config-map" -}}
{{- printf "%s-launcher-%s" (include "training-job.name" .) (toJson .Values.prepared.launcher.files | sha256sum | trunc 10) -}}
{{- end -}}

{{/* training-job.files.volume: Input: root. Output: JSON. */}}
{{- define "training-job.files.volume" -}}
{{- dict "name" "launcher" "configMap" (dict "name" (include "training-job.files.config-map" .)) | toJson -}}
{{- end -}}
