{{/* training-job.exit-code: "true" if the failure policy reads exit codes and the launcher replaces them: torchrun and horovodrun end with 1 after
     any failure (torch/distributed/run.py, horovod/runner/gloo_run.py), `deepspeed` with the largest code of its nodes
     (deepspeed/launcher/runner.py, pdsh -S).
     Input: root. */}}
{{- define "training-job.exit-code" -}}
{{- if and .Values.failurePolicy.fatalExitCodes (has .Values.launcher (list "accelerate" "deepspeed" "horovod" "llamafactory" "torchrun")) }}true{{ end -}}
{{- end -}}

{{/* training-job.exit-code.scripts: paths below files/ of the script and what it imports. Input: root. Output: JSON list. */}}
{{- define "training-job.exit-code.scripts" -}}
{{- $scripts := list -}}
{{- range $path, $_ := .Files.Glob "files/exit_code/*.py" }}{{ $scripts = append $scripts (trimPrefix "files/" $path) }}{{ end -}}
{{- toJson $scripts -}}
{{- end -}}

{{/* training-job.exit-code.apply: runs the program as a child of the chart's script, which ends with the exit code in the launcher's report.
     Input: root, role. Output: nothing; role is changed in place. */}}
{{- define "training-job.exit-code.apply" -}}
{{- if and (include "training-job.exit-code" .root) (not .role.command) .root.Values.command -}}
{{- $_ := set .role "command" (list "python3" "-B" (printf "%s/exit_code.py" (include "training-job.scripts.folder" .root))) -}}
{{- $_ := set .role "args" (concat .root.Values.command .root.Values.args) -}}
{{- $scripts := include "training-job.scripts.mount" .root | fromYaml -}}
{{- $_ := set .role "mounts" (append (without .role.mounts $scripts) $scripts) -}}
{{- end -}}
{{- end -}}
