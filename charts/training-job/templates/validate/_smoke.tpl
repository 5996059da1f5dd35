{{/* training-job.problems.smoke: a smoke test that can only fail. Input: root. */}}
{{- define "training-job.problems.smoke" -}}
{{- if .Values.prepared.smoke -}}
{{- $test := .Values.smokeTest -}}
{{- if and (eq $test.backend "nccl") (not (include "training-job.may-have-gpus" .)) }}
- at '/smokeTest/backend': `nccl` requires a GPU in `resourcesPerNode` (hint: use `auto`, or add a limit such as `nvidia.com/gpu`)
{{- end -}}
{{- $fabric := .Values.network.fabric -}}
{{- if and (ne $test.fabric "none") (ne $fabric "none") (not (has $test.fabric (list $fabric (include "training-job.smoke.fabric" .)))) }}
- at '/smokeTest/fabric': `{{ $test.fabric }}` contradicts `network.fabric: {{ $fabric }}` (hint: remove it)
{{- end -}}
{{- $machine := include "training-job.machine" . | fromJson -}}
{{- if and $test.gpu $machine.gpu (ne (toString $test.gpu) (toString $machine.gpu)) }}
- at '/smokeTest/gpu': `{{ $test.gpu }}` is not the GPU of {{ .Values.network.machineType }}, which has {{ $machine.gpu }} (hint: remove it)
{{- end -}}
{{- if le (int64 $test.activeDeadlineSeconds) (int64 $test.timeoutSeconds) }}
- at '/smokeTest/timeoutSeconds': must be less than `smokeTest.activeDeadlineSeconds`, {{ int64 $test.activeDeadlineSeconds }}, got {{ int64 $test.timeoutSeconds }}: otherwise the test ends before it reports missing nodes
{{- end -}}
{{- with $test.maxBytes -}}
{{- if gt (include "training-job.smoke.bytes" $test.minBytes | int64) (include "training-job.smoke.bytes" . | int64) }}
- at '/smokeTest/minBytes': must be at most `maxBytes`, {{ include "training-job.quantity" . }}, got {{ include "training-job.quantity" $test.minBytes }}
{{- end -}}
{{- end -}}
{{- include "training-job.problems.smoke.floor" . -}}
{{- end -}}
{{- end -}}

{{/* Input: an amount of bytes, as in the spec. */}}
{{- define "training-job.smoke.bytes" -}}
{{- include "training-job.quantity.amount" (dict "resource" "memory" "quantity" .) -}}
{{- end -}}
