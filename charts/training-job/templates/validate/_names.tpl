{{/* training-job.problems.names: the run's name must fit every name that the controllers derive from it.
     JobSet refuses a run whose longest pod name, JOBSET-ROLE-JOB-INDEX-xxxxx, has more than 63 characters. Input: root. */}}
{{- define "training-job.problems.names" -}}
{{- $name := include "training-job.name" . -}}
{{- if not (regexMatch "^[a-z]([-a-z0-9]*[a-z0-9])?$" $name) }}
- at '/name': {{ printf "%q" $name }} must be lower-case letters, digits and `-`, beginning with a letter and not ending in `-`, for it is a DNS name (hint: set `name`, or another release name)
{{- else if and (eq $name "kubernetes") (eq .Release.Namespace "default") }}
- at '/name': in the namespace `default` the Service `kubernetes` is the API server's own (hint: another `name`, or another namespace)
{{- else -}}
{{- $tails := list -}}
{{- if include "training-job.trains" . -}}
{{- range .Values.prepared.roles }}{{ $tails = append $tails (printf "-%s-0-%d-xxxxx" .name (sub (int64 .pods) 1)) }}{{ end -}}
{{- range include "training-job.initializer-roles" . | splitList " " | compact }}{{ $tails = append $tails (printf "-%s-0-0-xxxxx" .) }}{{ end -}}
{{- end -}}
{{- if .Values.prepared.smoke }}{{ $tails = append $tails (printf "-smoke-%d-xxxxx" (sub (include "training-job.smoke.nodes" . | int64) 1)) }}{{ end -}}
{{- range $tails -}}
{{- $most := sub 63 (len .) -}}
{{- if gt (len $name) $most }}
- at '/name': {{ printf "%q" $name }} has {{ len $name }} characters, at most {{ $most }} leave room for the pod name {{ $name }}{{ . }} (hint: a shorter `name`)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
