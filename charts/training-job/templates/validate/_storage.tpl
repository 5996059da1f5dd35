{{/* training-job.problems.storage: PVCs without a name, volumes without exactly one source, duplicate names and folders. Input: root. */}}
{{- define "training-job.problems.storage" -}}
{{- $initializers := include "training-job.initializer-roles" . -}}
{{- with .Values.storage.checkpoints -}}
{{- if and (eq .mode "existing") (not .claimName) }}
- at '/storage/checkpoints/claimName': missing; `mode: existing` requires the name of the PVC
{{- end -}}
{{- end -}}
{{- with .Values.initializers.storage -}}
{{- if and $initializers (eq .mode "existing") (not .claimName) }}
- at '/initializers/storage/claimName': missing; `mode: existing` requires the name of the PVC
{{- end -}}
{{- end -}}
{{- range $kind := list "dataset" "model" -}}
{{- if hasKey (index $.Values.initializers $kind).env "STORAGE_URI" }}
- at '/initializers/{{ $kind }}/env/STORAGE_URI': reserved, set from `storageUri`
{{- end -}}
{{- end -}}
{{- $names := dict "shared-memory" "`storage.sharedMemory`" "checkpoints" "`storage.checkpoints`" "initializer" "`initializers`" -}}
{{- $folders := dict -}}
{{- if .Values.files }}{{ $_ := set $names "files" "`files`" }}{{ end -}}
{{- if include "training-job.own-tmp" . }}{{ $_ := set $folders "/tmp" "`container.securityContext.readOnlyRootFilesystem`" }}{{ $_ := set $names "tmp" "`container.securityContext.readOnlyRootFilesystem`" }}{{ end -}}
{{- if and .Values.storage.sharedMemory.enabled (not .Values.pod.hostIPC) }}{{ $_ := set $folders "/dev/shm" "`storage.sharedMemory`" }}{{ end -}}
{{- if ne .Values.storage.checkpoints.mode "none" }}
{{- $folder := clean .Values.storage.checkpoints.mountPath -}}
{{- with index $folders $folder }}
- at '/storage/checkpoints/mountPath': duplicate folder {{ printf "%q" $folder }}, already used by {{ . }}
{{- end -}}
{{- $_ := set $folders $folder "`storage.checkpoints`" }}
{{- end -}}
{{- if $initializers }}
{{- $folder := clean .Values.initializers.storage.mountPath -}}
{{- with index $folders $folder }}
- at '/initializers/storage/mountPath': duplicate folder {{ printf "%q" $folder }}, already used by {{ . }}
{{- end -}}
{{- $_ := set $folders $folder "`initializers`" }}
{{- end -}}
{{- $launcher := printf "`launcher: %s`" .Values.launcher -}}
{{- if .Values.prepared.launcher.files }}{{ $_ := set $names "launcher" $launcher }}{{ end -}}
{{- if .Values.prepared.smoke }}{{ $_ := set $names "smoke-test" "`smokeTest`" }}{{ end -}}
{{- if or .Values.prepared.smoke .Values.prepared.scripts -}}
{{- $_ := set $names "scripts" "the chart's scripts" -}}
{{- $_ := set $folders (include "training-job.scripts.folder" .) "the chart's scripts" -}}
{{- end -}}
{{- range .Values.prepared.roles -}}
{{- range .volumes }}{{ $_ := set $names .name $launcher }}{{ end -}}
{{- range .mounts }}{{ $_ := set $folders .mountPath $launcher }}{{ end -}}
{{- end -}}
{{- $fabric := printf "`network.fabric: %s`" .Values.network.fabric -}}
{{- range .Values.prepared.fabric.volumes }}{{ $_ := set $names .name $fabric }}{{ end -}}
{{- range .Values.prepared.fabric.mounts }}{{ $_ := set $folders (clean .mountPath) $fabric }}{{ end -}}
{{- range $i, $volume := .Values.storage.volumes -}}
{{- $sources := omit $volume "name" "mountPath" "subPath" "readOnly" -}}
{{- range $key, $source := $sources }}{{ if kindIs "invalid" $source }}{{ $_ := unset $sources $key }}{{ end }}{{ end -}}
{{- if ne (len $sources) 1 }}
- at '/storage/volumes/{{ $i }}': must have exactly one volume source, such as `emptyDir` or `persistentVolumeClaim`, got {{ len $sources }} ({{ keys $sources | sortAlpha | join ", " }})
{{- end -}}
{{- with index $names $volume.name }}
- at '/storage/volumes/{{ $i }}/name': duplicate name {{ printf "%q" $volume.name }}, already used by {{ . }}
{{- end -}}
{{- with index $folders (clean $volume.mountPath) }}
- at '/storage/volumes/{{ $i }}/mountPath': duplicate folder {{ printf "%q" $volume.mountPath }}, already used by {{ . }}
{{- end -}}
{{- $_ := set $names $volume.name (printf "volume %d" $i) -}}
{{- $_ := set $folders (clean $volume.mountPath) (printf "volume %d" $i) -}}
{{- end -}}
{{- include "training-job.problems.files" (dict "root" . "folders" $folders) -}}
{{- end -}}
