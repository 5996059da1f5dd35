{{/* training-job.elastic: "true" if the number of nodes may change. Input: root. */}}
{{- define "training-job.elastic" -}}
{{- if .Values.elastic.maxNodes }}true{{ end -}}
{{- end -}}

{{/* training-job.nodes: pods of the role `node`. Input: root. */}}
{{- define "training-job.nodes" -}}
{{- int64 (.Values.elastic.maxNodes | default .Values.numNodes) -}}
{{- end -}}

{{/* training-job.gang: number of pods, of all roles, that must start together. Input: root. */}}
{{- define "training-job.gang" -}}
{{- $members := 0 -}}
{{- range .Values.prepared.roles }}{{ $members = add $members (int64 .members) }}{{ end -}}
{{- $members -}}
{{- end -}}

{{/* training-job.is-gpu: "true" if a resource is a GPU of a device plug-in (a MIG slice counts as one), or of a DeviceClass that the
     scheduler claims for it. Input: name of a resource. */}}
{{- define "training-job.is-gpu" -}}
{{- $whole := list "nvidia.com/gpu" "nvidia.com/gpu.shared" "amd.com/gpu" "gpu.intel.com/i915" "gpu.intel.com/xe" "habana.ai/gaudi" -}}
{{- $claimed := list "gpu.nvidia.com" "mig.nvidia.com" "gpu.amd.com" "gpu.intel.com" -}}
{{- if or (has . $whole) (hasPrefix "nvidia.com/mig-" .) (has (trimPrefix "deviceclass.resource.kubernetes.io/" .) $claimed) }}true{{ end -}}
{{- end -}}

{{/* training-job.gpus: GPUs of one node, of device plug-ins and by claims. Input: root. */}}
{{- define "training-job.gpus" -}}
{{- $resources := include "training-job.effective-requests" .Values.resourcesPerNode | fromJson -}}
{{- $gpus := (include "training-job.claimed-gpus" . | fromJson).gpus | int64 -}}
{{- range $name, $quantity := $resources -}}
{{- if include "training-job.is-gpu" $name -}}
{{- $gpus = add $gpus (include "training-job.quantity.amount" (dict "resource" $name "quantity" $quantity) | int64) -}}
{{- end -}}
{{- end -}}
{{- $gpus -}}
{{- end -}}

{{/* training-job.cpus: CPUs of one node, rounded up; 0 if none are named. Input: root. */}}
{{- define "training-job.cpus" -}}
{{- $quantity := index (include "training-job.effective-requests" .Values.resourcesPerNode | fromJson) "cpu" -}}
{{- $milli := include "training-job.quantity.amount" (dict "resource" "cpu" "quantity" ($quantity | default 0)) | int64 -}}
{{- div (add $milli 999) 1000 -}}
{{- end -}}

{{/* training-job.processes: number of processes that one node starts. Input: root. */}}
{{- define "training-job.processes" -}}
{{- $asked := .Values.numProcPerNode -}}
{{- if not (kindIs "string" $asked) -}}
{{- int64 $asked -}}
{{- else -}}
{{- $gpus := include "training-job.gpus" . | int64 -}}
{{- if or (eq $asked "gpu") (and (ne $asked "cpu") $gpus) }}{{ $gpus }}{{ else }}{{ include "training-job.cpus" . | int64 | max 1 }}{{ end -}}
{{- end -}}
{{- end -}}
