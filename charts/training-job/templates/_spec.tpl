{{/* training-job.prepareValues: removes nulls, rejects wrong types, fills in the defaults, then rejects the spec with all other problems at
     once.
     Input: root. Output: nothing; `.Values.prepared` has the contributions of launcher, fabric and scheduler, the roles and the scripts.
     Every template starts with it; only the first one does the work. */}}
{{- define "training-job.prepareValues" -}}
{{- if not (hasKey .Values "prepared") -}}
{{- $defaults := include "training-job.defaults" . | fromJson -}}
{{- include "training-job.prune" .Values -}}
{{- if not (.Files.Get "files/typed") -}}{{/* the only difference under `render validate`, which has checked all types: docs/architecture.md, "The trimmed chart" */}}
{{- $types := include "training-job.types" . | fromJson -}}
{{- $own := include "training-job.own" (dict "values" .Values "defaults" $defaults) | fromJson -}}
{{- include "training-job.refuse" (include "training-job.problems.types" (dict "value" $own "type" $types "pointer" "")) -}}
{{- end -}}
{{- include "training-job.fill" (dict "values" .Values "defaults" $defaults) -}}
{{- include "training-job.machine.place" . -}}
{{- $launcher := include (printf "training-job.launcher.%s" .Values.launcher) . | fromYaml -}}
{{- $scheduler := include (printf "training-job.scheduler.%s" .Values.scheduler) . | fromYaml -}}
{{- $fabric := include (printf "training-job.fabric.%s" .Values.network.fabric) . | fromYaml -}}
{{- if $fabric }}{{ include "training-job.compute-domain.apply" (dict "root" . "fabric" $fabric) }}{{ end -}}
{{- $roles := include "training-job.roles" (dict "root" . "launcher" $launcher "fabric" $fabric) | fromJsonArray -}}
{{- $_ := set .Values "prepared" (dict "launcher" $launcher "fabric" $fabric "roles" $roles "scheduler" $scheduler) -}}
{{- $_ := set .Values.prepared "devices" (include "training-job.device-requests" (dict "devices" .Values.devices "fabric" $fabric) | fromJsonArray) -}}
{{- $_ := set .Values.prepared "scripts" (include "training-job.scripts" . | fromJsonArray) -}}
{{- $_ := set .Values.prepared "literals" (include "training-job.env.literals" .) -}}
{{- include "training-job.smoke.prepare" . -}}
{{- include "training-job.validate" . -}}
{{- end -}}
{{- end -}}

{{/* training-job.own: the values that the spec itself sets; most values are defaults of the chart's values.yaml.
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
{{- if not (hasKey $.values $key) -}}
{{- $_ := set $.values $key (deepCopy $default) -}}
{{- else if and (kindIs "map" $default) (not (deepEqual (get $.values $key) $default)) -}}
{{- include "training-job.fill" (dict "values" (get $.values $key) "defaults" $default) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.prune: removes each null of a map, at every depth: null means that a value is unset.
     Input: a map. Output: nothing; the map is changed in place. */}}
{{- define "training-job.prune" -}}
{{- if contains "null" (toJson .) -}}{{- /* without the word there is none, and searching a text is far cheaper */ -}}
{{- range $key, $value := . -}}
{{- if kindIs "invalid" $value }}{{ $_ := unset $ $key -}}
{{- else if kindIs "map" $value }}{{ include "training-job.prune" $value -}}
{{- else if kindIs "slice" $value }}{{ range $value }}{{ if kindIs "map" . }}{{ include "training-job.prune" . }}{{ end }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
