{{/* The files of the spec: one ConfigMap, each file mounted at its path. */}}

{{/* training-job.user-files.key: key of a file in the ConfigMap. Input: its path. */}}
{{- define "training-job.user-files.key" -}}
{{- trimPrefix "/" . | replace "/" "." -}}
{{- end -}}

{{/* training-job.user-files.config-map: name of the ConfigMap; like that of the environment, it ends in the hash of its data. Input: root. */}}
{{- define "training-job.user-files.config-map" -}}
{{- printf "%s-files-%s" (include "training-job.name" .) (toJson .Values.files | sha256sum | trunc 10) -}}
{{- end -}}

{{/* training-job.user-files.data: each text as a block, which is easy to read, unless it has characters that Helm's toYaml writes unescaped
     or drops, and that YAML parsers reject.
     Input: values by path. Output: YAML map. */}}
{{- define "training-job.user-files.data" -}}
{{- range $path, $text := . }}
{{- $key := include "training-job.user-files.key" $path }}
{{- if regexMatch "[\\x{7f}-\\x{9f}\\x{2028}\\x{2029}\\x{feff}\\x{fffe}\\x{ffff}]" $text }}
{{ $key | quote }}: {{ $text | quote }}
{{- else }}
{{ dict $key $text | toYaml }}
{{- end }}
{{- end }}
{{- end -}}
