{{/* training-job.env.order: variables that a ConfigMap cannot hold, each after the variables that it refers to.
     Input: an env map of the spec. Output: JSON {ordered: list of EnvVar, circles: lists of names that lead back to the first}. */}}
{{- define "training-job.env.order" -}}
{{- /* Maps by position, since `append` copies the list: with it the time is quadratic in the number of variables. */ -}}
{{- $state := dict "env" . "ordered" dict "circles" dict "path" "" "open" dict "done" dict -}}
{{- range $name, $value := . -}}
{{- if kindIs "map" $value }}{{ include "training-job.env.add" (dict "to" $state.ordered "item" (dict "name" $name "valueFrom" $value.valueFrom)) }}{{ end -}}
{{- end -}}
{{- range $name, $value := . -}}
{{- if kindIs "string" $value }}{{ include "training-job.env.visit" (dict "state" $state "name" $name) }}{{ end -}}
{{- end -}}
{"ordered":{{ include "training-job.env.list" $state.ordered }},"circles":{{ include "training-job.env.list" $state.circles }}}
{{- end -}}

{{/* training-job.env.add: adds an item at the end of a map by position. Input: to, item. Output: nothing; the map is changed in place. */}}
{{- define "training-job.env.add" -}}
{{- $_ := set .to (printf "%09d" (len .to)) .item -}}
{{- end -}}

{{/* training-job.env.list: the items of a map by position. Input: the map. Output: JSON list. */}}
{{- define "training-job.env.list" -}}
[{{ $separator := "" }}{{ range . }}{{ $separator }}{{ toJson . }}{{ $separator = "," }}{{ end }}]
{{- end -}}

{{/* training-job.env.visit: adds a variable with references, after the variables that it refers to.
     Input: state (of training-job.env.order), name. Output: nothing; state is changed in place. */}}
{{- define "training-job.env.visit" -}}
{{- $state := .state -}}
{{- $name := .name -}}
{{- $value := index $state.env $name -}}
{{- if hasKey $state.open $name -}}
{{- $circle := list -}}
{{- range append (splitList " " $state.path) $name -}}
{{- if or $circle (eq . $name) }}{{ $circle = append $circle . }}{{ end -}}
{{- end -}}
{{- include "training-job.env.add" (dict "to" $state.circles "item" $circle) -}}
{{- else if and (kindIs "string" $value) (not (hasKey $state.done $name)) (contains "$(" (toString $value)) -}}
{{- $path := $state.path -}}
{{- $_ := set $state "path" (printf "%s %s" $path $name) -}}
{{- $_ := set $state.open $name true -}}
{{- range include "training-job.env.references" $value | fromJsonArray -}}
{{- if hasKey $state.env . }}{{ include "training-job.env.visit" (dict "state" $state "name" .) }}{{ end -}}
{{- end -}}
{{- $_ := set $state "path" $path -}}
{{- $_ := unset $state.open $name -}}
{{- $_ := set $state.done $name true -}}
{{- include "training-job.env.add" (dict "to" $state.ordered "item" (dict "name" $name "value" $value)) -}}
{{- end -}}
{{- end -}}

{{/* training-job.env.references: names that a value refers to as `$(NAME)`, each once, as the kubelet reads it; `$$` is an escaped dollar.
     Input: the value. Output: JSON list. */}}
{{- define "training-job.env.references" -}}
{{- $names := dict -}}
[{{ range without (regexFindAll "\\$(\\$|\\([^)]*\\))" . -1) "$$" -}}
{{- if not (hasKey $names .) }}{{ if $names }},{{ end }}{{ . | trimPrefix "$(" | trimSuffix ")" | toJson }}{{ $_ := set $names . true }}{{ end -}}
{{- end }}]
{{- end -}}
