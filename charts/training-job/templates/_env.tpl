{{/* training-job.env.written: variables with literal values that launcher, network and storage set; a user's variable of the same name is rejected.
     Input: root. Output: JSON, values by name. */}}
{{- define "training-job.env.written" -}}
{{- $written := deepCopy .Values.prepared.launcher.literals -}}
{{- range $name, $value := .Values.prepared.fabric.literals }}{{ $_ := set $written $name $value }}{{ end -}}
{{- with include "training-job.interface" . -}}
{{- /* With "=" NCCL takes the exact name, without it a prefix; gloo takes exact names only. */ -}}
{{- $isOurs := or $.Values.network.interface (not (hasKey $written "NCCL_SOCKET_IFNAME")) -}}
{{- if $isOurs }}{{ $_ := set $written "NCCL_SOCKET_IFNAME" (printf "=%s" .) }}{{ end -}}
{{- $_ := set $written "GLOO_SOCKET_IFNAME" . -}}
{{- end -}}
{{- with .Values.storage.checkpoints -}}
{{- if ne .mode "none" }}{{ $_ := set $written .env .mountPath }}{{ end -}}
{{- end -}}
{{- toJson $written -}}
{{- end -}}

{{/* training-job.env.literals: data of the env ConfigMap: the chart's variables, and the user's literals without a reference.
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

{{/* training-job.env.config-map: name of the env ConfigMap; it ends in the hash of its data, so that changed data means a new object.
     Input: root. */}}
{{- define "training-job.env.config-map" -}}
{{- printf "%s-env-%s" (include "training-job.name" .) (include "training-job.env.literals" . | sha256sum | trunc 10) -}}
{{- end -}}
