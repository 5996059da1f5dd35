{{/* training-job.prepare: removes what is null, fills in the defaults, then refuses the spec with all reasons at once.
     Input: root. Output: nothing. Every template starts with it; the first one does the work for all. */}}
{{- define "training-job.prepare" -}}
{{- if not (hasKey .Values "prepared") -}}
{{- include "training-job.prune" .Values -}}
{{- include "training-job.fill" (dict "values" .Values "defaults" (include "training-job.defaults" . | fromJson) "pointer" "") -}}
{{- include "training-job.validate" . -}}
{{- $_ := set .Values "prepared" true -}}
{{- end -}}
{{- end -}}

{{/* training-job.fill: sets each missing key of a map to its default, at every depth.
     Input: values, defaults (maps), pointer (of values). Output: nothing; values is changed in place. */}}
{{- define "training-job.fill" -}}
{{- range $key, $default := .defaults -}}
{{- $value := index $.values $key -}}
{{- $pointer := printf "%s/%s" $.pointer $key -}}
{{- if kindIs "invalid" $value -}}
{{- $_ := set $.values $key (deepCopy $default) -}}
{{- else if kindIs "map" $default -}}
{{- if not (kindIs "map" $value) -}}
{{- fail (printf "training-job: 1 problem(s)\n- at '%s': got %s, want object" $pointer (kindOf $value)) -}}
{{- end -}}
{{- include "training-job.fill" (dict "values" $value "defaults" $default "pointer" $pointer) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.prune: removes each null of a map, at every depth: null means that a value is taken back.
     Input: a map. Output: nothing; the map is changed in place. */}}
{{- define "training-job.prune" -}}
{{- range $key, $value := . -}}
{{- if kindIs "invalid" $value }}{{ $_ := unset $ $key -}}
{{- else if kindIs "map" $value }}{{ include "training-job.prune" $value -}}
{{- else if kindIs "slice" $value }}{{ range $value }}{{ if kindIs "map" . }}{{ include "training-job.prune" . }}{{ end }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
