{{/* training-job.problems.resources: invalid quantities, and resources that the API server rejects only in pods: the JobSet is created, and
     no pod appears.
     Input: root. */}}
{{- define "training-job.problems.resources" -}}
{{- $pods := 0 }}{{ range .Values.prepared.roles }}{{ $pods = add $pods (int64 .pods) }}{{ end -}}
{{- $count := mul $pods (add 1 (len .Values.pod.initContainers) (len .Values.pod.sidecars)) -}}
{{- include "training-job.problems.container-resources" (dict "pointer" "/resourcesPerNode" "resources" .Values.resourcesPerNode "count" $count) }}
{{- range $kind := list "dataset" "model" }}
{{ include "training-job.problems.container-resources" (dict "pointer" (printf "/initializers/%s/resources" $kind) "resources" (index $.Values.initializers $kind).resources "count" 1) }}
{{- end }}
{{- range $field := list "initContainers" "sidecars" -}}
{{- range $i, $container := index $.Values.pod $field }}
{{ include "training-job.problems.container-resources" (dict "pointer" (printf "/pod/%s/%d/resources" $field $i) "resources" ($container.resources | default dict) "count" $count) }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "training-job.problems.container-resources" -}}
{{- $unreadable := list -}}
{{- range $side := list "requests" "limits" -}}
{{- range $name, $quantity := index $.resources $side -}}
{{- with include "training-job.quantity.problem" (dict "resource" $name "quantity" $quantity "count" $.count) }}
{{- $unreadable = append $unreadable $name }}
- at '{{ $.pointer }}/{{ $side }}/{{ $name | replace "~" "~0" | replace "/" "~1" }}': {{ . }}
{{- end -}}
{{- end -}}
{{- end -}}
{{- include "training-job.problems.requests-and-limits" (set . "unreadable" $unreadable) -}}
{{- $names := concat (keys (.resources.requests | default dict)) (keys (.resources.limits | default dict)) -}}
{{- if and (contains "hugepages-" (join " " $names)) (not (has "cpu" $names)) (not (has "memory" $names)) }}
- at '{{ .pointer }}': `cpu` or `memory` is required with huge pages
{{- end -}}
{{- end -}}

{{- define "training-job.problems.requests-and-limits" -}}
{{- $limits := .resources.limits | default dict -}}
{{- range $name, $quantity := .resources.requests -}}
{{- if not (or (has $name $.unreadable) (eq (toString $quantity) (get $limits $name | toString))) -}}
{{- $pointer := printf "%s/requests/%s" $.pointer ($name | replace "~" "~0" | replace "/" "~1") -}}
{{- $request := include "training-job.quantity.amount" (dict "resource" $name "quantity" $quantity) | int64 -}}
{{- $whole := or (hasPrefix "hugepages-" $name) (and (contains "/" $name) (not (contains "kubernetes.io/" $name))) -}}
{{- if hasKey $limits $name -}}
{{- $limit := include "training-job.quantity.amount" (dict "resource" $name "quantity" (index $limits $name)) | int64 -}}
{{- if and $whole (ne $request $limit) }}
- at '{{ $pointer }}': request {{ include "training-job.quantity" $quantity }} must equal the limit {{ include "training-job.quantity" (index $limits $name) }}, since {{ $name }} can't be overcommitted (hint: set both to the same quantity, or remove the request)
{{- else if gt $request $limit }}
- at '{{ $pointer }}': request {{ include "training-job.quantity" $quantity }} must be at most the limit {{ include "training-job.quantity" (index $limits $name) }}
{{- end -}}
{{- else if $whole }}
- at '{{ $pointer }}': {{ $name }} requires a limit (hint: write it under `limits`)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.quantity.problem: why a quantity is rejected, or nothing.
     Input: resource, quantity, count (of containers, whose sum must fit 64 bits). */}}
{{- define "training-job.quantity.problem" -}}
{{- $whole := include "training-job.quantity.whole" . | float64 -}}
{{- if not (and $whole (le (mulf $whole .count) 9e18) (or (le $whole 2147483647.0) (not (contains "/" .resource)))) -}}
{{- $text := include "training-job.quantity" .quantity -}}
{{- if not (regexMatch "^[0-9]+(\\.[0-9]+)?(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$" $text) -}}
{{- printf "%s is not a valid quantity (hint: use digits and one of n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei)" $text -}}
{{- else if and (eq .resource "cpu") (regexMatch "Ei?$" $text) -}}
{{- printf "%s of %s is too large" $text .resource -}}
{{- else -}}
{{- $parts := include "training-job.quantity.parse" . | fromJson -}}
{{- if or (gt (len $text) 32) (gt (int $parts.decimals) 18) (gt (mulf (float64 $parts.digits) (float64 $parts.unit)) 9e18) -}}
{{- printf "%s is too large or too precise" $text -}}
{{- else if and (include "training-job.is-gpu" .resource) (gt (include "training-job.quantity.amount" . | int64) 2147483647) -}}
{{- printf "%s of %s is too large" $text .resource -}}
{{- else if gt (mulf (divf (mulf (float64 $parts.digits) (float64 $parts.unit)) (float64 $parts.divisor)) .count) 9e18 -}}
{{- printf "%s in each of %d containers is too large" $text .count -}}
{{- else if and (contains "/" .resource) (mod (mul (int64 $parts.digits) (int64 $parts.unit)) (int64 $parts.divisor)) -}}
{{- printf "%s is not a whole number, which %s requires (hint: %s)" $text .resource (ternary "request whole GPUs; a part of one is a resource of its own, such as nvidia.com/mig-1g.10gb" "round it up" (eq .resource "nvidia.com/gpu")) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
