{{/* training-job.problems.smoke: a smoke test that could end in nothing but failure. Input: root. */}}
{{- define "training-job.problems.smoke" -}}
{{- if .Values.prepared.smoke -}}
{{- $test := .Values.smokeTest -}}
{{- if and (eq $test.backend "nccl") (eq (include "training-job.gpus" .) "0") (not .Values.pod.resourceClaims) }}
- at '/smokeTest/backend': `nccl`, and `resourcesPerNode` names no GPU (hint: `auto`, or a limit such as `nvidia.com/gpu`)
{{- end -}}
{{- $fabric := .Values.network.fabric -}}
{{- if and (ne $test.fabric "none") (ne $fabric "none") (ne $test.fabric $fabric) }}
- at '/smokeTest/fabric': `{{ $test.fabric }}`, and the nodes have `network.fabric: {{ $fabric }}` (hint: leave it out)
{{- end -}}
{{- $machine := include "training-job.machine" . | fromJson -}}
{{- if and $test.gpu $machine.gpu (ne (toString $test.gpu) (toString $machine.gpu)) }}
- at '/smokeTest/gpu': `{{ $test.gpu }}`, and {{ .Values.network.machineType }} has {{ $machine.gpu }} (hint: leave it out)
{{- end -}}
{{- if le (int64 $test.activeDeadlineSeconds) (int64 $test.timeoutSeconds) }}
- at '/smokeTest/timeoutSeconds': {{ int64 $test.timeoutSeconds }} is not less than `smokeTest.activeDeadlineSeconds`, {{ int64 $test.activeDeadlineSeconds }}, which would end the test before it can say who is missing
{{- end -}}
{{- with $test.maxBytes -}}
{{- if gt (include "training-job.smoke.bytes" $test.minBytes | int64) (include "training-job.smoke.bytes" . | int64) }}
- at '/smokeTest/minBytes': {{ include "training-job.quantity" $test.minBytes }} is more than maxBytes, {{ include "training-job.quantity" . }}
{{- end -}}
{{- end -}}
{{- include "training-job.problems.smoke.floor" . -}}
{{- end -}}
{{- end -}}

{{/* Input: an amount of bytes, as in the spec. */}}
{{- define "training-job.smoke.bytes" -}}
{{- include "training-job.quantity.amount" (dict "resource" "memory" "quantity" .) -}}
{{- end -}}
