{{/* training-job.problems.metadata: labels and annotations that the chart, Helm or the scheduler sets. Input: root. */}}
{{- define "training-job.problems.metadata" -}}
{{- $reserved := dict -}}
{{- range list "instance" "managed-by" "name" }}{{ $_ := set $reserved (printf "app.kubernetes.io/%s" .) "the chart" }}{{ end -}}
{{- $_ := set $reserved "helm.sh/chart" "the chart" -}}
{{- $scheduler := .Values.prepared.scheduler -}}
{{- range $part := list $scheduler.run $scheduler.jobset -}}
{{- range $key, $_ := ($part | default dict).labels }}{{ $_ := set $reserved $key (printf "`scheduler: %s`" $.Values.scheduler) }}{{ end -}}
{{- end -}}
{{- range $key, $_ := .Values.metadata.labels -}}
{{- $pointer := printf "/metadata/labels/%s" ($key | replace "~" "~0" | replace "/" "~1") -}}
{{- if hasKey $reserved $key }}
- at '{{ $pointer }}': reserved, set by {{ index $reserved $key }} (hint: remove it)
{{- else if has $key (list "kueue.x-k8s.io/queue-name" "kueue.x-k8s.io/priority-class") }}
- at '{{ $pointer }}': reserved for `scheduler: kueue`, which sets it on the run alone (hint: use `scheduler: kueue` with `kueue.{{ ternary "queue" "priorityClass" (hasSuffix "queue-name" $key) }}`)
{{- end -}}
{{- end -}}
{{- $written := include "training-job.metadata.written" . | fromJson -}}
{{- range $key, $_ := .Values.metadata.annotations -}}
{{- $pointer := printf "/metadata/annotations/%s" ($key | replace "~" "~0" | replace "/" "~1") -}}
{{- if hasKey $written $key }}
- at '{{ $pointer }}': reserved, set by the chart (hint: remove it)
{{- else if regexMatch "^(meta\\.)?helm\\.sh/" $key }}
- at '{{ $pointer }}': reserved, set by Helm (hint: remove it)
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.metadata.written: annotations that the chart writes on some object. Input: root. Output: JSON, values by name. */}}
{{- define "training-job.metadata.written" -}}
{{- $written := include "training-job.on-change" . | fromYaml -}}
{{- $claims := has "create" (list .Values.storage.checkpoints.mode (ternary .Values.initializers.storage.mode "" (not (empty (include "training-job.initializer-roles" .))))) -}}
{{- if $claims }}{{ $written = merge $written (include "training-job.claim.annotations" . | fromYaml) }}{{ end -}}
{{- $written = merge $written ((.Values.prepared.scheduler.jobset | default dict).annotations | default dict) -}}
{{- if .Values.prepared.smoke }}{{ $written = merge $written (include "training-job.smoke.needed-first" . | fromYaml) }}{{ end -}}
{{- if eq .Values.target "trainjob" }}{{ $_ := set $written "argocd.argoproj.io/sync-wave" "-1" }}{{ end -}}
{{- toJson $written -}}
{{- end -}}
