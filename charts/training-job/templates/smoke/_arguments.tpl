{{/* training-job.smoke.arguments: options of smoke.py. Input: root of the smoke test. Output: JSON list. */}}
{{- define "training-job.smoke.arguments" -}}
{{- $test := .Values.smokeTest -}}
{{- $arguments := list
  (printf "--run=%s" (include "training-job.name" .))
  (printf "--nodes=%d" (int64 .Values.numNodes))
  (printf "--procs=%s" (include "training-job.processes" .)) -}}
{{- $named := dict "collective" "collective" "backend" "backend" "minBytes" "min-bytes" "maxBytes" "max-bytes" "stepFactor" "step-factor"
  "warmup" "warmup" "iterations" "iterations" "cycles" "cycles" "dtype" "dtype" "operation" "operation" "gateBytes" "gate-bytes"
  "minBusbw" "min-busbw" "gpu" "gpu" "fabric" "fabric" "diagnose" "diagnose" "timeoutSeconds" "timeout" -}}
{{- range $key, $option := $named -}}
{{- $value := index $test $key -}}
{{- if not (kindIs "invalid" $value) }}{{ $arguments = append $arguments (printf "--%s=%s" $option (include "training-job.quantity" $value)) }}{{ end -}}
{{- end -}}
{{- toJson $arguments -}}
{{- end -}}
