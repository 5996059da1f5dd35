{{/* training-job.problems.ray-ports: those of training-job.ray.options, and the dashboard's. Input: root. */}}
{{- define "training-job.problems.ray-ports" -}}
{{- $port := int64 .Values.network.port -}}
{{- if or (gt $port 65528) (and (gt $port 9994) (lt $port 20000)) }}
- at '/network/port': {{ $port }} and the seven ports after it must lie below 65536 and not in 10002 to 19999, which Ray's workers take (hint: leave it out)
{{- end -}}
{{- end -}}

{{/* training-job.problems.ray-storage: a worker writes its checkpoint on the node it happens to run on. Input: root. */}}
{{- define "training-job.problems.ray-storage" -}}
{{- $several := gt (include "training-job.nodes" . | int64) 1 -}}
{{- $claim := .Values.storage.checkpoints -}}
{{- $path := .Values.ray.storagePath -}}
{{- if and $several (eq $claim.mode "none") (not $path) }}
- at '/storage/checkpoints/mode': `none`, and the workers of Ray leave their checkpoints on whatever node they run (hint: a claim that all nodes share, or object storage in `ray.storagePath`)
{{- else if and $path (ne $claim.mode "none") }}
- at '/ray/storagePath': `storage.checkpoints` has a claim already, and the program is told of one place only (hint: leave one of them out)
{{- else if and $several (ne $claim.mode "none") (ne $claim.accessMode "ReadWriteMany") }}
- at '/storage/checkpoints/accessMode': {{ $claim.accessMode }}, and all nodes of Ray write there (hint: `ReadWriteMany`)
{{- end -}}
{{- end -}}
