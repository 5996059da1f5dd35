{{/* training-job.problems.types: values of a different type than in the schema. They only reach a chart that is rendered without its schema
     (Argo CD's `skipSchemaValidation`), where a text would be read as the number 0.
     Input: value, type (of it, a node of training- job.types), pointer (of it). */}}
{{- define "training-job.problems.types" -}}
{{- $kind := get (dict "map" "object" "slice" "array" "string" "string" "bool" "boolean" "invalid" "null") (kindOf .value) | default "number" -}}
{{- $whole := and (eq $kind "number") (has "integer" .type.type) (eq (floor .value) (float64 .value)) -}}
{{- if not (or $whole (has $kind .type.type)) }}
- at '{{ .pointer }}': got {{ $kind }}, want {{ join " or " .type.type }}
{{- else if has $kind (list "object" "array") }}
{{- include "training-job.problems.types.within" . }}
{{- else if eq $kind "number" }}
{{- if or (lt (float64 .value) (float64 .type.minimum)) (gt (float64 .value) (float64 .type.maximum)) }}
- at '{{ .pointer }}': must be from {{ int64 .type.minimum }} to {{ int64 .type.maximum }}
{{- end }}
{{- else if not (has .value (.type.enum | default (list .value))) }}
- at '{{ .pointer }}': must be one of {{ join ", " .type.enum }}
{{- end }}
{{- end -}}

{{/* Input: as above; the value is a map or a list. Keys that the type doesn't name are not checked. */}}
{{- define "training-job.problems.types.within" -}}
{{- range .type.required }}
{{- if not (hasKey $.value .) }}
- at '{{ $.pointer }}/{{ . }}': missing
{{- end }}
{{- end }}
{{- range $key, $value := .value }}
{{- with get $.type.properties (toString $key) | default $.type.others }}
{{- $pointer := printf "%s/%s" $.pointer (toString $key | replace "~" "~0" | replace "/" "~1") }}
{{- include "training-job.problems.types" (dict "value" $value "type" . "pointer" $pointer) }}
{{- end }}
{{- end }}
{{- end -}}
