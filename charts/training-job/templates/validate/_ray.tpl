{{/* training-job.problems.ray-ports: ports that collide with those of training-job.ray.options or of the dashboard. Input: root. */}}
{{- define "training-job.problems.ray-ports" -}}
{{- $port := int64 .Values.network.port -}}
{{- if or (gt $port 65528) (and (gt $port 9994) (lt $port 20000)) }}
- at '/network/port': {{ $port }} and the next seven ports must be below 65536 and outside 10002 to 19999, which Ray's workers use (hint: remove it)
{{- end -}}
{{- end -}}

{{/* training-job.problems.ray-storage: a worker writes its checkpoints on its own node unless storage is shared. Input: root. */}}
{{- define "training-job.problems.ray-storage" -}}
{{- $several := gt (include "training-job.nodes" . | int64) 1 -}}
{{- $claim := .Values.storage.checkpoints -}}
{{- $path := .Values.ray.storagePath -}}
{{- if and $several (eq $claim.mode "none") (not $path) }}
- at '/storage/checkpoints/mode': must not be `none`: Ray's workers would leave their checkpoints on the nodes they run on (hint: use a PVC that all nodes share, or object storage in `ray.storagePath`)
{{- else if and $path (ne $claim.mode "none") }}
- at '/ray/storagePath': can't be combined with a PVC in `storage.checkpoints`: the program writes to one place (hint: remove one of them)
{{- else if and $several (ne $claim.mode "none") (ne $claim.accessMode "ReadWriteMany") }}
- at '/storage/checkpoints/accessMode': must be ReadWriteMany, got {{ $claim.accessMode }}: all nodes of Ray write there
{{- end -}}
{{- end -}}
