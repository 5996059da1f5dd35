{{/* training-job.exit-code: "true" if torchrun starts the program and the failure policy reads exit codes: torchrun ends with 1 after any
     failure, not with the code of its program (torch/distributed/run.py).
     Input: root. */}}
{{- define "training-job.exit-code" -}}
{{- if and .Values.failurePolicy.fatalExitCodes (has .Values.launcher (list "accelerate" "llamafactory" "torchrun")) }}true{{ end -}}
{{- end -}}

{{/* training-job.exit-code.apply: runs the program as a child of the chart's script, which ends with the exit code in torchrun's report.
     Input: root, role. Output: nothing; role is changed in place. */}}
{{- define "training-job.exit-code.apply" -}}
{{- if and (include "training-job.exit-code" .root) (not .role.command) .root.Values.command -}}
{{- $_ := set .role "command" (list "python3" "-B" (printf "%s/exit_code.py" (include "training-job.scripts.folder" .root))) -}}
{{- $_ := set .role "args" (concat .root.Values.command .root.Values.args) -}}
{{- $_ := set .role "mounts" (append .role.mounts (include "training-job.scripts.mount" .root | fromYaml)) -}}
{{- end -}}
{{- end -}}
