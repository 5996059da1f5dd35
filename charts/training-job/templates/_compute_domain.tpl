{{/* NVLink between nodes: a ComputeDomain of NVIDIA's driver for Dynamic Resource Allocation gives a channel to each container that claims
     one. `network.computeDomain` creates it; `network.FABRIC.computeDomain` names the template of an existing one. */}}

{{/* training-job.compute-domain.apply: what NCCL needs with either. Input: root, fabric (its contribution). Output: nothing; fabric is
     changed in place. */}}
{{- define "training-job.compute-domain.apply" -}}
{{- $existing := (index .root.Values.network .root.Values.network.fabric).computeDomain -}}
{{- if or $existing (include "training-job.compute-domain.is-own" .root) -}}
{{- $_ := set .fabric "literals" (merge (dict "NCCL_MNNVL_ENABLE" "1" "NCCL_CUMEM_ENABLE" "1") .fabric.literals) -}}
{{- end -}}
{{- with $existing }}{{ $_ := set $.fabric "claims" (list (dict "name" "compute-domain" "resourceClaimTemplateName" .)) }}{{ end -}}
{{- end -}}

{{/* training-job.compute-domain.is-own: "true" if the run creates its ComputeDomain. Input: root. */}}
{{- define "training-job.compute-domain.is-own" -}}
{{- if eq .Values.network.computeDomain.mode "create" }}true{{ end -}}
{{- end -}}

{{/* training-job.compute-domain.template: name of the ResourceClaimTemplate that the driver creates for the channel. Input: root. */}}
{{- define "training-job.compute-domain.template" -}}
{{- printf "%s-channel" (include "training-job.name" .) -}}
{{- end -}}

{{/* training-job.compute-domain.object: Input: root. */}}
{{- define "training-job.compute-domain.object" -}}
apiVersion: resource.nvidia.com/v1beta1
kind: ComputeDomain
metadata:
  {{- $recreate := ternary (include "training-job.on-change" . | fromYaml) dict (empty .Values.prepared.annotations) }}
  {{- include "training-job.metadata" (dict "root" . "name" (include "training-job.name" .) "annotations" $recreate) | nindent 2 }}
spec:
  numNodes: {{ int64 .Values.network.computeDomain.numNodes }}
  channel:
    allocationMode: {{ .Values.network.computeDomain.allocationMode }}
    resourceClaimTemplate:
      name: {{ include "training-job.compute-domain.template" . | toYaml }}
{{- end -}}
