{{/* training-job.shutdown-timeout: seconds that torchrun gives its processes after SIGTERM, before it kills them: those of the pod, less five in
     which torchrun itself ends. Its own default is always 30 (torch/distributed/launcher/api.py). Empty where the pod's are
     not set, or the spec sets the variable. Input: root. */}}
{{- define "training-job.shutdown-timeout" -}}
{{- $seconds := .Values.pod.terminationGracePeriodSeconds -}}
{{- if not (or (kindIs "invalid" $seconds) (hasKey .Values.env "TORCH_ELASTIC_SHUTDOWN_TIMEOUT")) -}}
{{- max 1 (sub (int64 $seconds) 5) -}}
{{- end -}}
{{- end -}}
