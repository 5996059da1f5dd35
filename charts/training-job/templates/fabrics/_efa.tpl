{{/* Libfabric over EFA; the image contains both it and NCCL's plug-in for it. It uses huge pages if the node has some: without a request
     for them, the kernel refuses them in the middle of the run.
     Input: root. Output: YAML {literals, resources, capabilities}. */}}
{{- define "training-job.fabric.efa" -}}
{{- $options := merge dict .Values.network.efa (include "training-job.machine" . | fromJson) (dict "devices" 0) -}}
{{- $pages := include "training-job.quantity" $options.hugePages -}}
{{- $hasPages := ne "0" (include "training-job.quantity.amount" (dict "resource" "hugepages-2Mi" "quantity" $pages)) -}}
literals:
  FI_PROVIDER: efa
  {{- if not $hasPages }}
  FI_EFA_USE_HUGE_PAGE: "0"
  {{- end }}
resources:
  vpc.amazonaws.com/efa: {{ int64 $options.devices }}
  {{- if $hasPages }}
  hugepages-2Mi: {{ $pages | quote }}
  {{- end }}
capabilities: [IPC_LOCK]
{{- end -}}

{{- define "training-job.fabric.efa.problems" -}}
{{- include "training-job.problems.machine" . -}}
{{- if not (or .Values.network.efa.devices .Values.network.machineType) }}
- at '/network/efa/devices': missing, and no machine says how many there are (hint: set `network.machineType`, such as `p5.48xlarge`)
{{- end -}}
{{- end -}}
