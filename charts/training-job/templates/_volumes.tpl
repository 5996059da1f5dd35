{{/* training-job.volumes: volumes and mounts of a node. Input: root. Output: JSON {volumes, mounts}, both empty if there are none. */}}
{{- define "training-job.volumes" -}}
{{- $volumes := list -}}
{{- $mounts := list -}}
{{- with .Values.storage.sharedMemory -}}
{{- if and .enabled (not $.Values.pod.hostIPC) -}}
{{- $source := dict "medium" "Memory" -}}
{{- with .sizeLimit }}{{ $_ := set $source "sizeLimit" (include "training-job.quantity" .) }}{{ end -}}
{{- $volumes = append $volumes (dict "name" "shared-memory" "emptyDir" $source) -}}
{{- $mounts = append $mounts (dict "name" "shared-memory" "mountPath" "/dev/shm") -}}
{{- end -}}
{{- end -}}
{{- with .Values.storage.checkpoints -}}
{{- if ne .mode "none" -}}
{{- $claim := dict "claimName" (include "training-job.checkpoints-claim" $) -}}
{{- $volumes = append $volumes (dict "name" "checkpoints" "persistentVolumeClaim" $claim) -}}
{{- $mounts = append $mounts (dict "name" "checkpoints" "mountPath" .mountPath) -}}
{{- end -}}
{{- end -}}
{{- if include "training-job.initializer-roles" . -}}
{{- $volumes = append $volumes (include "training-job.initializer-volume" . | fromYaml) -}}
{{- $mounts = append $mounts (dict "name" "initializer" "mountPath" .Values.initializers.storage.mountPath) -}}
{{- end -}}
{{- if include "training-job.own-tmp" . -}}
{{- $volumes = append $volumes (dict "name" "tmp" "emptyDir" dict) -}}
{{- $mounts = append $mounts (dict "name" "tmp" "mountPath" "/tmp") -}}
{{- end -}}
{{- with .Values.files -}}
{{- $items := list -}}
{{- range $path, $_ := . -}}
{{- $below := trimPrefix "/" $path -}}
{{- $items = append $items (dict "key" (include "training-job.user-files.key" $path) "path" $below) -}}
{{- $mounts = append $mounts (dict "name" "files" "mountPath" $path "subPath" $below "readOnly" true) -}}
{{- end -}}
{{- $volumes = append $volumes (dict "name" "files" "configMap" (dict "name" (include "training-job.user-files.config-map" $) "items" $items)) -}}
{{- end -}}
{{- range .Values.storage.volumes -}}
{{- $volumes = append $volumes (omit . "mountPath" "subPath" "readOnly") -}}
{{- $mounts = append $mounts (pick . "name" "mountPath" "subPath" "readOnly") -}}
{{- end -}}
{{- dict "volumes" $volumes "mounts" $mounts | toJson -}}
{{- end -}}

{{/* training-job.own-tmp: "true" if the chart mounts /tmp, since Python and torch write there and no volume of the spec is mounted there.
     Input: root. */}}
{{- define "training-job.own-tmp" -}}
{{- $folders := list }}{{ range .Values.storage.volumes }}{{ $folders = append $folders (clean .mountPath) }}{{ end -}}
{{- if and (.Values.container.securityContext | default dict).readOnlyRootFilesystem (not (has "/tmp" $folders)) }}true{{ end -}}
{{- end -}}
