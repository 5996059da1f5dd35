{{/* `accelerate launch` reads options and a file that is the same on every node, but no variables (accelerate/commands/launch.py): the
     command passes it the address book as $(NAME). NUM_PROCESSES counts all nodes, as the option of that name does. Without GPUs the
     processes need a setting for CPUs (accelerate/state.py), or each of them trains alone.
     Input: root. Output: YAML {literals, roles}. */}}
{{- define "training-job.launcher.accelerate" -}}
{{- $book := include "training-job.address-book" . | fromYaml -}}
{{- $world := mul (include "training-job.nodes" . | int64) (include "training-job.processes" . | int64) -}}
{{- $_ := set $book.literals "NUM_PROCESSES" (toString $world) -}}
{{- if not (include "training-job.may-have-gpus" .) }}{{ $_ := set $book.literals "ACCELERATE_USE_CPU" "true" }}{{ end -}}
{{- with include "training-job.shutdown-timeout" . }}{{ $_ := set $book.literals "TORCH_ELASTIC_SHUTDOWN_TIMEOUT" . }}{{ end -}}
{{- toYaml $book -}}
{{- end -}}

{{- define "training-job.launcher.accelerate.problems" -}}
{{- include "training-job.problems.fixed-size" . -}}
{{- end -}}
