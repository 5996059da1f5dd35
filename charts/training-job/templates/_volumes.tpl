{{/* training-job.volumes: volumes and mounts of a node. Input: root. Output: JSON {volumes, mounts}, both empty where there are none. */}}
{{- define "training-job.volumes" -}}
{{- $volumes := list -}}
{{- $mounts := list -}}
{{- with .Values.storage.sharedMemory -}}
{{- if .enabled -}}
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
{{- range .Values.storage.volumes -}}
{{- $volumes = append $volumes (omit . "mountPath" "subPath" "readOnly") -}}
{{- $mounts = append $mounts (pick . "name" "mountPath" "subPath" "readOnly") -}}
{{- end -}}
{{- dict "volumes" $volumes "mounts" $mounts | toJson -}}
{{- end -}}
