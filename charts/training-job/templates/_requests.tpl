{{/* training-job.effective-requests: what the scheduler counts for a container: its requests, its limits where those are missing.
     Input: requests and limits of a container. Output: JSON, quantities by resource name. */}}
{{- define "training-job.effective-requests" -}}
{{- $effective := dict -}}
{{- range $name, $quantity := .limits }}{{ $_ := set $effective $name $quantity }}{{ end -}}
{{- range $name, $quantity := .requests }}{{ $_ := set $effective $name $quantity }}{{ end -}}
{{- toJson $effective -}}
{{- end -}}

{{/* training-job.pod-requests: what the scheduler counts for one node's pod: program and sidecars together, or an init container that needs more.
     Input: root. Output: JSON, {amount, binary} by resource name. Source: Kubernetes, «Resource sharing within containers». */}}
{{- define "training-job.pod-requests" -}}
{{- $total := dict -}}
{{- range prepend .Values.pod.sidecars (dict "resources" .Values.resourcesPerNode) -}}
{{- range $name, $quantity := include "training-job.effective-requests" (.resources | default dict) | fromJson -}}
{{- include "training-job.pod-requests.merge" (dict "total" $total "name" $name "quantity" $quantity "add" true) -}}
{{- end -}}
{{- end -}}
{{- range .Values.pod.initContainers -}}
{{- range $name, $quantity := include "training-job.effective-requests" (.resources | default dict) | fromJson -}}
{{- include "training-job.pod-requests.merge" (dict "total" $total "name" $name "quantity" $quantity "add" false) -}}
{{- end -}}
{{- end -}}
{{- toJson $total -}}
{{- end -}}

{{/* training-job.pod-requests.merge: adds one quantity to the total of its resource, or raises the total to it.
     Input: total, name, quantity, add. Output: nothing; total is changed in place. */}}
{{- define "training-job.pod-requests.merge" -}}
{{- $amount := include "training-job.quantity.amount" (dict "resource" .name "quantity" .quantity) | int64 -}}
{{- $binary := hasSuffix "i" (include "training-job.quantity" .quantity) -}}
{{- $before := get .total .name | default (dict "amount" "0" "binary" false) -}}
{{- $after := ternary (add (int64 $before.amount) $amount) (max (int64 $before.amount) $amount) .add -}}
{{- $_ := set .total .name (dict "amount" (toString $after) "binary" (or $binary $before.binary)) -}}
{{- end -}}

{{/* training-job.gang-resources: what the gang needs together, as a ResourceList; empty where no container names a resource. Input: root. */}}
{{- define "training-job.gang-resources" -}}
{{- $nodes := include "training-job.gang" . | int64 -}}
{{- $resources := dict -}}
{{- range $name, $total := include "training-job.pod-requests" . | fromJson -}}
{{- $sum := dict "resource" $name "amount" (mul (int64 $total.amount) $nodes) "binary" $total.binary -}}
{{- $_ := set $resources $name (include "training-job.quantity.format" $sum) -}}
{{- end -}}
{{- with $resources }}{{ toYaml . }}{{ end -}}
{{- end -}}
