{{/* No launcher: the program gets the address book and starts its own processes. Input: root. Output: YAML {literals, roles}. */}}
{{- define "training-job.launcher.plain" -}}
{{- include "training-job.address-book" . -}}
{{- end -}}

{{- define "training-job.launcher.plain.problems" -}}
{{- include "training-job.problems.fixed-size" . -}}
{{- end -}}
