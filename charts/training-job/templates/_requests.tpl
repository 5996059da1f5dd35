{{/* training-job.effective-requests: what the scheduler counts for a container: its requests, or its limits for resources without a request.
     Input: requests and limits of a container. Output: JSON, quantities by resource name. */}}
{{- define "training-job.effective-requests" -}}
{{- $effective := dict -}}
{{- range $name, $quantity := .limits }}{{ $_ := set $effective $name $quantity }}{{ end -}}
{{- range $name, $quantity := .requests }}{{ $_ := set $effective $name $quantity }}{{ end -}}
{{- toJson $effective -}}
{{- end -}}

{{/* training-job.pod-requests: what the scheduler counts for one pod of a role: the program with all sidecars, or an init container with
     the sidecars started before it if that is more. A fraction of a byte is rounded up container by container.
     Input: root, role. Output: JSON, {amount, binary} by resource name.
     Source: Kubernetes, `PodRequests` of k8s.io/component-helpers/resource. */}}
{{- define "training-job.pod-requests" -}}
{{- $peak := dict -}}
{{- $running := dict -}}
{{- $users := ternary .root.Values.pod (dict "initContainers" list "sidecars" list) .role.isNode -}}
{{- /* The steps of a role need no more than its program. */ -}}
{{- range $users.initContainers -}}
{{- if eq (.restartPolicy | default "") "Always" -}}
{{- include "training-job.needs.add" (dict "needs" $running "container" .) -}}
{{- else -}}
{{- $phase := deepCopy $running -}}
{{- include "training-job.needs.add" (dict "needs" $phase "container" .) -}}
{{- include "training-job.maxInto" (dict "needs" $peak "to" $phase) -}}
{{- end -}}
{{- end -}}
{{- range prepend $users.sidecars (dict "resources" .role.resources) -}}
{{- include "training-job.needs.add" (dict "needs" $running "container" .) -}}
{{- end -}}
{{- include "training-job.maxInto" (dict "needs" $peak "to" $running) -}}
{{- toJson $peak -}}
{{- end -}}

{{/* training-job.needs.add: adds what a container needs.
     Input: needs ({amount, binary} by resource name), container. Output: nothing; needs is changed in place. */}}
{{- define "training-job.needs.add" -}}
{{- range $name, $quantity := include "training-job.effective-requests" (.container.resources | default dict) | fromJson -}}
{{- $before := get $.needs $name | default (dict "amount" "0" "binary" false) -}}
{{- $amount := include "training-job.quantity.amount" (dict "resource" $name "quantity" $quantity) | int64 -}}
{{- $binary := hasSuffix "i" (include "training-job.quantity" $quantity) -}}
{{- $_ := set $.needs $name (dict "amount" (add (int64 $before.amount) $amount | toString) "binary" (or $binary $before.binary)) -}}
{{- end -}}
{{- end -}}

{{/* training-job.maxInto: raises each need to the one in `to`, if that is larger.
     Input: needs, to (both as of training-job.needs.add). Output: nothing; needs is changed in place. */}}
{{- define "training-job.maxInto" -}}
{{- range $name, $other := .to -}}
{{- $before := get $.needs $name | default (dict "amount" "0" "binary" false) -}}
{{- $amount := max (int64 $before.amount) (int64 $other.amount) -}}
{{- $_ := set $.needs $name (dict "amount" (toString $amount) "binary" (or $other.binary $before.binary)) -}}
{{- end -}}
{{- end -}}

{{/* training-job.gang-resources: the resources of the whole gang, as a ResourceList; empty if no container names a resource. Devices of
     claims are not among them, since no node lists them as a resource and the gang would wait forever: coscheduling adds up what nodes
     have, Volcano counts the claims of the pods itself.
     Input: root. */}}
{{- define "training-job.gang-resources" -}}
{{- $sums := dict -}}
{{- range $role := .Values.prepared.roles -}}
{{- range $name, $need := include "training-job.pod-requests" (dict "root" $ "role" $role) | fromJson -}}
{{- if not (hasPrefix "deviceclass.resource.kubernetes.io/" $name) -}}
{{- $before := get $sums $name | default (dict "amount" 0 "binary" false) -}}
{{- $amount := add (int64 $before.amount) (mul (int64 $need.amount) (int64 $role.members)) -}}
{{- $_ := set $sums $name (dict "resource" $name "amount" $amount "binary" (or $need.binary $before.binary)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $resources := dict -}}
{{- range $name, $sum := $sums }}{{ $_ := set $resources $name (include "training-job.quantity.format" $sum) }}{{ end -}}
{{- with $resources }}{{ toYaml . }}{{ end -}}
{{- end -}}
