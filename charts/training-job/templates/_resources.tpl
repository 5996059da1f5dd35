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

{{/* training-job.claims: the claims of a node for Dynamic Resource Allocation: the user's, the run's own and the fabric's.
     Input: root, role. Output: JSON list. */}}
{{- define "training-job.claims" -}}
{{- $claims := list -}}
{{- if .role.isNode -}}
{{- range .root.Values.pod.resourceClaims }}{{ $claims = append $claims (omit . "gpus") }}{{ end -}}
{{- if .root.Values.prepared.devices -}}
{{- $claims = append $claims (dict "name" "devices" "resourceClaimTemplateName" (include "training-job.device-template" .root)) -}}
{{- end -}}
{{- $claims = concat $claims (.role.claims | default list) -}}
{{- if include "training-job.compute-domain.is-own" .root -}}
{{- $claims = append $claims (dict "name" "compute-domain" "resourceClaimTemplateName" (include "training-job.compute-domain.template" .root)) -}}
{{- end -}}
{{- end -}}
{{- toJson $claims -}}
{{- end -}}

{{/* training-job.program-resources: resources and devices of a role's program, empty if it has none. Input: root, role. */}}
{{- define "training-job.program-resources" -}}
{{- include "training-job.resources" (merge (dict "claims" (include "training-job.claims" . | fromJsonArray)) .role.resources) -}}
{{- end -}}
