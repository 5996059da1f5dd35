{{/* training-job.problems.names: the run's name must fit every name that the controllers derive from it.
     JobSet rejects a run whose longest pod name, JOBSET-ROLE-JOB-INDEX-xxxxx, has more than 63 characters. Input: root. */}}
{{- define "training-job.problems.names" -}}
{{- $name := include "training-job.name" . -}}
{{- if not (regexMatch "^[a-z]([-a-z0-9]*[a-z0-9])?$" $name) }}
- at '/name': {{ printf "%q" $name }} is not a valid DNS label: it must consist of lowercase letters, digits and `-`, start with a letter and not end with `-` (hint: set `name`, or use another release name)
{{- else if and (eq $name "kubernetes") (eq .Release.Namespace "default") }}
- at '/name': the Service `kubernetes` in namespace `default` belongs to the API server (hint: use another `name` or another namespace)
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
- at '/name': {{ printf "%q" $name }} must be at most {{ $most }} characters, got {{ len $name }}: the pod name {{ $name }}{{ . }} is limited to 63 (hint: use a shorter `name`)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
