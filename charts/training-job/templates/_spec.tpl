{{/* training-job.prepareValues: removes what is null, refuses what is of a wrong type, fills in the defaults, then refuses the spec with all
     other reasons at once. Input: root. Output: nothing; `.Values.prepared` is what launcher, fabric and scheduler contribute, the roles, the scripts.
     Every template starts with it; the first one does the work for all. */}}
{{- define "training-job.prepareValues" -}}
{{- if not (hasKey .Values "prepared") -}}
{{- $defaults := include "training-job.defaults" . | fromJson -}}
{{- include "training-job.prune" .Values -}}
{{- if not (.Files.Get "files/typed") -}}{{/* the one difference under `render validate`, which adds this file after it has checked all types by the schema: docs/architecture.md, "The trimmed chart" */}}
{{- $types := include "training-job.types" . | fromJson -}}
{{- $own := include "training-job.own" (dict "values" .Values "defaults" $defaults) | fromJson -}}
{{- include "training-job.refuse" (include "training-job.problems.types" (dict "value" $own "type" $types "pointer" "")) -}}
{{- end -}}
{{- include "training-job.fill" (dict "values" .Values "defaults" $defaults) -}}
{{- $launcher := include (printf "training-job.launcher.%s" .Values.launcher) . | fromYaml -}}
{{- $scheduler := include (printf "training-job.scheduler.%s" .Values.scheduler) . | fromYaml -}}
{{- $fabric := include (printf "training-job.fabric.%s" .Values.network.fabric) . | fromYaml -}}
{{- if $fabric }}{{ include "training-job.fabric.compute-domain" (dict "root" . "fabric" $fabric) }}{{ end -}}
{{- $roles := include "training-job.roles" (dict "root" . "launcher" $launcher "fabric" $fabric) | fromJsonArray -}}
{{- $_ := set .Values "prepared" (dict "launcher" $launcher "fabric" $fabric "roles" $roles "scheduler" $scheduler) -}}
{{- $_ := set .Values.prepared "scripts" (include "training-job.scripts" . | fromJsonArray) -}}
{{- $_ := set .Values.prepared "literals" (include "training-job.env.literals" .) -}}
{{- include "training-job.smoke.prepare" . -}}
{{- include "training-job.validate" . -}}
{{- end -}}
{{- end -}}

{{/* training-job.own: what a spec says itself; the chart's values.yaml says the rest, and is most of every spec.
     Input: values, defaults. Output: JSON, values by root key. */}}
{{- define "training-job.own" -}}
{{- $own := dict -}}
{{- range $key, $value := .values -}}
{{- if not (deepEqual $value (index $.defaults $key)) }}{{ $_ := set $own $key $value }}{{ end -}}
{{- end -}}
{{- toJson $own -}}
{{- end -}}

{{/* training-job.fill: sets each missing key of a map to its default, at every depth.
     Input: values, defaults (maps). Output: nothing; values is changed in place. */}}
{{- define "training-job.fill" -}}
{{- range $key, $default := .defaults -}}
{{- $value := index $.values $key -}}
{{- if kindIs "invalid" $value -}}
{{- $_ := set $.values $key (deepCopy $default) -}}
{{- else if and (kindIs "map" $default) (not (deepEqual $value $default)) -}}
{{- include "training-job.fill" (dict "values" $value "defaults" $default) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.prune: removes each null of a map, at every depth: null means that a value is taken back.
     Input: a map. Output: nothing; the map is changed in place. */}}
{{- define "training-job.prune" -}}
{{- if contains "null" (toJson .) -}}{{- /* else there is none, and to look is far cheaper */ -}}
{{- range $key, $value := . -}}
{{- if kindIs "invalid" $value }}{{ $_ := unset $ $key -}}
{{- else if kindIs "map" $value }}{{ include "training-job.prune" $value -}}
{{- else if kindIs "slice" $value }}{{ range $value }}{{ if kindIs "map" . }}{{ include "training-job.prune" . }}{{ end }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
