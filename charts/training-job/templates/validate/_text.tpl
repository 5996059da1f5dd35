{{/* training-job.problems.text: texts with characters that YAML doesn't allow. Helm's toYaml would silently drop
     the whole section; a NUL stops the container. Input: root. */}}
{{- define "training-job.problems.text" -}}
{{- $values := omit .Values "files" "global" "prepared" -}}
{{- if regexMatch "[\\x{7f}-\\x{9f}\\x{fffe}\\x{ffff}]|\\\\u0000" (toJson $values) -}}
{{- include "training-job.problems.text.below" (dict "value" $values "pointer" "") -}}
{{- end -}}
{{- end -}}

{{/* Input: value, pointer (of value). A key is reported at its map. */}}
{{- define "training-job.problems.text.below" -}}
{{- if kindIs "map" .value -}}
{{- range $key, $value := .value -}}
{{- include "training-job.problems.text.below" (dict "value" $key "pointer" $.pointer) -}}
{{- $pointer := printf "%s/%s" $.pointer ($key | replace "~" "~0" | replace "/" "~1") -}}
{{- include "training-job.problems.text.below" (dict "value" $value "pointer" $pointer) -}}
{{- end -}}
{{- else if kindIs "slice" .value -}}
{{- range $i, $value := .value }}{{ include "training-job.problems.text.below" (dict "value" $value "pointer" (printf "%s/%d" $.pointer $i)) }}{{ end -}}
{{- else if and (kindIs "string" .value) (regexMatch "[\\x{0}\\x{7f}-\\x{9f}\\x{fffe}\\x{ffff}]" .value) }}
- at '{{ .pointer }}': {{ regexFind "[\\x{0}\\x{7f}-\\x{9f}\\x{fffe}\\x{ffff}]" .value | printf "%+q" | trimAll "\"" }} can't be used in a manifest (hint: remove the character, or read the text from a file)
{{- end -}}
{{- end -}}
