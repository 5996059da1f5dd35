{{/* training-job.env.written: the literals that launcher, network and storage write; a user's variable of the same name is refused.
     Input: root. Output: JSON, values by name. */}}
{{- define "training-job.env.written" -}}
{{- $written := deepCopy .Values.prepared.launcher.literals -}}
{{- range $name, $value := .Values.prepared.fabric.literals }}{{ $_ := set $written $name $value }}{{ end -}}
{{- with include "training-job.interface" . -}}
{{- /* "=" asks NCCL for the exact name, else it takes a prefix; gloo knows exact names only. */ -}}
{{- $isOurs := or $.Values.network.interface (not (hasKey $written "NCCL_SOCKET_IFNAME")) -}}
{{- if $isOurs }}{{ $_ := set $written "NCCL_SOCKET_IFNAME" (printf "=%s" .) }}{{ end -}}
{{- $_ := set $written "GLOO_SOCKET_IFNAME" . -}}
{{- end -}}
{{- with .Values.storage.checkpoints -}}
{{- if ne .mode "none" }}{{ $_ := set $written .env .mountPath }}{{ end -}}
{{- end -}}
{{- toJson $written -}}
{{- end -}}

{{/* training-job.env.literals: data of the env ConfigMap: what is written, and the user's literals without a reference.
     Input: root. Output: JSON, values by name. */}}
{{- define "training-job.env.literals" -}}
{{- if hasKey .Values.prepared "literals" -}}
{{- .Values.prepared.literals -}}
{{- else -}}
{{- $literals := include "training-job.env.written" . | fromJson -}}
{{- range $name, $value := .Values.env -}}
{{- if and (kindIs "string" $value) (not (contains "$(" $value)) }}{{ $_ := set $literals $name $value }}{{ end -}}
{{- end -}}
{{- toJson $literals -}}
{{- end -}}
{{- end -}}

{{/* training-job.env.config-map: name of the env ConfigMap; it ends in the hash of its data, so that changed data is a new object. Input: root. */}}
{{- define "training-job.env.config-map" -}}
{{- printf "%s-env-%s" (include "training-job.name" .) (include "training-job.env.literals" . | sha256sum | trunc 10) -}}
{{- end -}}

{{/* training-job.env.order: variables that a ConfigMap cannot hold, each after what it names.
     Input: an env map of the spec. Output: JSON {ordered: list of EnvVar, circles: lists of names that lead back to the first}. */}}
{{- define "training-job.env.order" -}}
{{- $state := dict "env" . "ordered" list "circles" list "path" list "done" dict -}}
{{- range $name, $value := . -}}
{{- if kindIs "map" $value }}{{ $_ := set $state "ordered" (append $state.ordered (dict "name" $name "valueFrom" $value.valueFrom)) }}{{ end -}}
{{- end -}}
{{- range $name, $value := . -}}
{{- include "training-job.env.visit" (dict "state" $state "name" $name) -}}
{{- end -}}
{{- pick $state "ordered" "circles" | toJson -}}
{{- end -}}

{{/* training-job.env.visit: appends a variable that holds references, after those that they name.
     Input: state (of training-job.env.order), name. Output: nothing; state is changed in place. */}}
{{- define "training-job.env.visit" -}}
{{- $state := .state -}}
{{- $name := .name -}}
{{- $value := index $state.env $name -}}
{{- if has $name $state.path -}}
{{- $circle := list -}}
{{- range append $state.path $name -}}
{{- if or $circle (eq . $name) }}{{ $circle = append $circle . }}{{ end -}}
{{- end -}}
{{- $_ := set $state "circles" (append $state.circles $circle) -}}
{{- else if and (kindIs "string" $value) (not (hasKey $state.done $name)) (contains "$(" (toString $value)) -}}
{{- $_ := set $state "path" (append $state.path $name) -}}
{{- range include "training-job.env.references" $value | fromJsonArray -}}
{{- include "training-job.env.visit" (dict "state" $state "name" .) -}}
{{- end -}}
{{- $_ := set $state "path" (initial $state.path) -}}
{{- $_ := set $state.done $name true -}}
{{- $_ := set $state "ordered" (append $state.ordered (dict "name" $name "value" $value)) -}}
{{- end -}}
{{- end -}}

{{/* training-job.env.references: names that a value refers to as `$(NAME)`, as the kubelet reads it; `$$` is an escaped dollar.
     Input: the value. Output: JSON list. */}}
{{- define "training-job.env.references" -}}
{{- $names := list -}}
{{- range without (regexFindAll "\\$(\\$|\\([^)]*\\))" . -1) "$$" -}}
{{- $names = append $names (. | trimPrefix "$(" | trimSuffix ")") -}}
{{- end -}}
{{- toJson $names -}}
{{- end -}}
