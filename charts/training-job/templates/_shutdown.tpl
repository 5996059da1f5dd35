{{/* training-job.shutdown-timeout: seconds between torchrun's SIGTERM and SIGKILL to its processes: the pod's grace period less five, in
     which torchrun itself ends. torchrun's default is 30 (torch/distributed/launcher/api.py). Empty if the grace period is not set, or the
     spec sets the variable.
     Input: root. */}}
{{- define "training-job.shutdown-timeout" -}}
{{- $seconds := .Values.pod.terminationGracePeriodSeconds -}}
{{- if not (or (kindIs "invalid" $seconds) (hasKey .Values.env "TORCH_ELASTIC_SHUTDOWN_TIMEOUT")) -}}
{{- max 1 (sub (int64 $seconds) 5) -}}
{{- end -}}
{{- end -}}
