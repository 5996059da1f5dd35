{{/* training-job.trains: "true" if there is more than a smoke test. Input: root. */}}
{{- define "training-job.trains" -}}
{{- if ne (toString .Values.smokeTest.mode) "only" }}true{{ end -}}
{{- end -}}

{{/* training-job.smoke.nodes: number of tested nodes: those that the training needs to start. Input: root. */}}
{{- define "training-job.smoke.nodes" -}}
{{- int64 (.Values.elastic.minNodes | default .Values.numNodes) -}}
{{- end -}}

{{/* training-job.smoke.prepare: sets `.Values.prepared.smoke` if there is a smoke test: the root of a run with one role, so that the
     templates for pods and gangs of a training also write those of the test. It has neither claims nor initializers, since none exist
     before the training is installed.
     Input: root. Output: nothing. */}}
{{- define "training-job.smoke.prepare" -}}
{{- if has (toString .Values.smokeTest.mode) (list "with" "only") -}}
{{- $values := omit .Values "prepared" | deepCopy -}}
{{- $_ := set $values "name" (printf "%s-smoke" (include "training-job.name" .)) -}}
{{- $_ := set $values "numNodes" (include "training-job.smoke.nodes" . | int64) -}}
{{- $_ := set $values "elastic" dict -}}
{{- $_ := set $values.storage "checkpoints" (dict "mode" "none") -}}
{{- $_ := set $values "initializers" (dict "dataset" dict "model" dict) -}}
{{- $_ := set $values.preflight "enabled" false -}}
{{- $_ := set $values.smokeTest "fabric" (include "training-job.smoke.fabric" .) -}}
{{- with include "training-job.smoke.gpu" . }}{{ $_ := set $values.smokeTest "gpu" . }}{{ end -}}
{{- $_ := set $values.pod "securityContext" (include "training-job.smoke.security" . | fromJson) -}}
{{- $_ := set $values "container" (dict "securityContext" (omit ($values.container.securityContext | default dict) "readOnlyRootFilesystem")) -}}
{{- $_ := set $values.pod "hostIPC" false -}}
{{- $_ := set $values "files" dict -}}
{{- $scripts := list -}}
{{- range $path, $_ := .Files.Glob "files/nccl/*.{py,json}" }}{{ $scripts = append $scripts (trimPrefix "files/" $path) }}{{ end -}}
{{- $root := dict "Values" $values "Release" .Release "Chart" .Chart "Files" .Files -}}
{{- $_ := set $values "prepared" (dict "launcher" (dict "literals" dict) "fabric" .Values.prepared.fabric "devices" .Values.prepared.devices "scripts" $scripts) -}}
{{- $role := include "training-job.smoke.role" $root | fromYaml -}}
{{- $_ := set $values.prepared "annotations" (include "training-job.smoke.needed-first" . | fromYaml) -}}
{{- $_ := set $values.prepared "scheduler" (include (printf "training-job.scheduler.%s" .Values.scheduler) $root | fromYaml) -}}
{{- $_ := set $values.prepared "roles" (include "training-job.roles" (dict "root" $root "launcher" (dict "roles" (list $role)) "fabric" .Values.prepared.fabric) | fromJsonArray) -}}
{{- $_ := set .Values.prepared "smoke" $root -}}
{{- end -}}
{{- end -}}

{{/* training-job.smoke.security: the test needs no root, unless the fabric locks memory: IPC_LOCK has no effect for other users. The user
     65534 has a name in every image.
     Input: root. Output: JSON. */}}
{{- define "training-job.smoke.security" -}}
{{- $context := .Values.pod.securityContext | default dict | deepCopy -}}
{{- if and (kindIs "invalid" $context.runAsUser) (not (has "IPC_LOCK" .Values.prepared.fabric.capabilities)) }}{{ $_ := set $context "runAsUser" 65534 }}{{ end -}}
{{- toJson $context -}}
{{- end -}}

{{/* training-job.smoke.fabric: the transport that NCCL must report; the training's, if it names one. Input: root. */}}
{{- define "training-job.smoke.fabric" -}}
{{- $fabric := .Values.network.fabric -}}
{{- if and (ne $fabric "none") (include "training-job.smoke.uses-nccl" .) }}{{ ternary "nvlink" $fabric (eq "true" (include "training-job.smoke.is-linked" .)) }}{{ else }}{{ .Values.smokeTest.fabric }}{{ end -}}
{{- end -}}

{{/* training-job.smoke.is-linked: "true" if NVLink carries the data between all nodes: a ComputeDomain has them, and they fit one NVLink domain.
     Input: root. */}}
{{- define "training-job.smoke.is-linked" -}}
{{- $domain := (include "training-job.machine" . | fromJson).domain | default 72 | int64 -}}
{{- $gpus := mul (include "training-job.smoke.nodes" . | int64) (include "training-job.gpus" . | int64) -}}
{{- $isClaimed := or (include "training-job.compute-domain.is-own" .) (index .Values.network .Values.network.fabric).computeDomain -}}
{{- if and $isClaimed (gt $gpus 0) (le $gpus $domain) }}true{{ end -}}
{{- end -}}

{{/* training-job.smoke.gpu: the GPU whose floor applies: that of the test, else the machine's; empty if the script asks the driver. Input: root. */}}
{{- define "training-job.smoke.gpu" -}}
{{- $own := ternary (include "training-job.machine" . | fromJson).gpu "" (eq (include "training-job.smoke.uses-nccl" .) "true") -}}
{{- .Values.smokeTest.gpu | default $own | default "" -}}
{{- end -}}

{{/* training-job.smoke.uses-nccl: "true" unless the test uses gloo, which supports only CPUs and TCP. Input: root. */}}
{{- define "training-job.smoke.uses-nccl" -}}
{{- $backend := .Values.smokeTest.backend -}}
{{- if or (eq $backend "nccl") (and (eq $backend "auto") (include "training-job.may-have-gpus" .)) }}true{{ end -}}
{{- end -}}
