{{/* training-job.exit-code: "true" where torchrun starts the program, and an exit code decides: torchrun ends with 1 for any failure, not with
     the code of its program (torch/distributed/run.py). Input: root. */}}
{{- define "training-job.exit-code" -}}
{{- if and .Values.failurePolicy.fatalExitCodes (has .Values.launcher (list "accelerate" "llamafactory" "torchrun")) }}true{{ end -}}
{{- end -}}

{{/* training-job.exit-code.apply: the program as a child of the chart's script, which ends with the code that torchrun reports.
     Input: root, role. Output: nothing; role is changed in place. */}}
{{- define "training-job.exit-code.apply" -}}
{{- if and (include "training-job.exit-code" .root) (not .role.command) .root.Values.command -}}
{{- $_ := set .role "command" (list "python3" "-B" (printf "%s/exit_code.py" (include "training-job.scripts.folder" .root))) -}}
{{- $_ := set .role "args" (concat .root.Values.command .root.Values.args) -}}
{{- $_ := set .role "mounts" (append .role.mounts (include "training-job.scripts.mount" .root | fromYaml)) -}}
{{- end -}}
{{- end -}}
