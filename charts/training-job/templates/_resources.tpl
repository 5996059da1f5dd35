{{/* training-job.resources: resources of a container, every quantity a string. Input: requests, limits and claims (a list of DRA claims). */}}
{{- define "training-job.resources" -}}
{{- $resources := dict -}}
{{- range $side := list "requests" "limits" -}}
{{- with include "training-job.quantities" (index $ $side) | fromJson }}{{ $_ := set $resources $side . }}{{ end -}}
{{- end -}}
{{- $claims := list -}}
{{- range .claims }}{{ $claims = append $claims (pick . "name") }}{{ end -}}
{{- with $claims }}{{ $_ := set $resources "claims" . }}{{ end -}}
{{- with $resources }}{{ toYaml . }}{{ end -}}
{{- end -}}
