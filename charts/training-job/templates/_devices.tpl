{{/* Devices of Dynamic Resource Allocation (resource.k8s.io): the requests of `devices` and of the fabric are one ResourceClaimTemplate. */}}

{{/* training-job.claimed-gpus: GPUs that the claims of one node give.
     Input: root. Output: JSON {gpus, nvidia (those that nvidia-smi lists), pointers (of claims with GPUs), unknown (pointers of claims that
     may give more)}. */}}
{{- define "training-job.claimed-gpus" -}}
{{- $found := dict "gpus" 0 "nvidia" 0 "pointers" list "unknown" list -}}
{{- if or .Values.devices .Values.pod.resourceClaims -}}
{{- $classes := .Files.Get "files/device_classes.json" | fromJson -}}
{{- $own := dict -}}
{{- range $name, $request := .Values.devices -}}
{{- $class := get $classes (toString $request.deviceClassName) | default dict -}}
{{- $gpus := ternary (mul (int64 $class.gpus) ($request.count | default 1 | int64)) nil (hasKey $class "gpus") -}}
{{- if hasKey $request "gpus" }}{{ $gpus = int64 $request.gpus }}{{ end -}}
{{- $_ := set $own (printf "/devices/%s" $name) (dict "gpus" $gpus "isOther" (not (has $class.maker (list nil "NVIDIA")))) -}}
{{- end -}}
{{- range $i, $claim := .Values.pod.resourceClaims -}}
{{- $gpus := ternary $claim.gpus nil (hasKey $claim "gpus") -}}
{{- $_ := set $own (printf "/pod/resourceClaims/%d" $i) (dict "gpus" $gpus "isOther" false) -}}
{{- end -}}
{{- range $pointer, $claim := $own -}}
{{- if kindIs "invalid" $claim.gpus -}}
{{- $_ := set $found "unknown" (append $found.unknown $pointer) -}}
{{- else if gt (int64 $claim.gpus) 0 -}}
{{- $_ := set $found "gpus" (add $found.gpus (int64 $claim.gpus)) -}}
{{- $_ := set $found "pointers" (append $found.pointers $pointer) -}}
{{- if not $claim.isOther }}{{ $_ := set $found "nvidia" (add $found.nvidia (int64 $claim.gpus)) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $found -}}
{{- end -}}

{{/* training-job.may-have-gpus: "true" if a node has GPUs, or a claim whose devices are unknown. Input: root. */}}
{{- define "training-job.may-have-gpus" -}}
{{- if or (ne (include "training-job.gpus" .) "0") (include "training-job.claimed-gpus" . | fromJson).unknown }}true{{ end -}}
{{- end -}}

{{/* training-job.device-requests: the requests of the run's own claim: the spec's and the fabric's. Input: devices, fabric. Output: JSON list. */}}
{{- define "training-job.device-requests" -}}
{{- $requests := list -}}
{{- range $name, $device := merge dict (.fabric.devices | default dict) .devices -}}
{{- $exactly := dict "deviceClassName" $device.deviceClassName "allocationMode" "ExactCount" "count" ($device.count | default 1 | int64) -}}
{{- $selectors := list }}{{ range $device.selectors }}{{ $selectors = append $selectors (dict "cel" (dict "expression" .)) }}{{ end -}}
{{- with $selectors }}{{ $_ := set $exactly "selectors" . }}{{ end -}}
{{- $requests = append $requests (dict "name" $name "exactly" $exactly) -}}
{{- end -}}
{{- toJson $requests -}}
{{- end -}}

{{/* training-job.device-template: name of the ResourceClaimTemplate. It ends in the hash of its requests, since none can be changed.
     Input: root. */}}
{{- define "training-job.device-template" -}}
{{- printf "%s-devices-%s" (include "training-job.name" .) (toJson .Values.prepared.devices | sha256sum | trunc 10) -}}
{{- end -}}

{{/* training-job.device-template.object: Input: root. */}}
{{- define "training-job.device-template.object" -}}
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata:
  {{- include "training-job.metadata" (dict "root" . "name" (include "training-job.device-template" .)) | nindent 2 }}
spec:
  spec:
    devices:
      requests:
        {{- range .Values.prepared.devices }}
        - name: {{ toYaml .name }}
          exactly:
            deviceClassName: {{ toYaml .exactly.deviceClassName }}
            allocationMode: ExactCount
            count: {{ int64 .exactly.count }}
            {{- with .exactly.selectors }}
            selectors:
              {{- range . }}
              - cel:
                  expression: {{ quote .cel.expression }}
              {{- end }}
            {{- end }}
        {{- end }}
{{- end -}}
