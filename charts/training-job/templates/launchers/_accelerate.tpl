{{/* `accelerate launch` reads options and a file that is the same on every node, no variables (accelerate/commands/launch.py): the command
     hands it the address book as $(NAME). NUM_PROCESSES is that of all nodes, as its option of that name is.
     Input: root. Output: YAML {literals, roles}. */}}
{{- define "training-job.launcher.accelerate" -}}
{{- $book := include "training-job.address-book" . | fromYaml -}}
{{- $world := mul (include "training-job.nodes" . | int64) (include "training-job.processes" . | int64) -}}
{{- $_ := set $book.literals "NUM_PROCESSES" (toString $world) -}}
{{- toYaml $book -}}
{{- end -}}

{{- define "training-job.launcher.accelerate.problems" -}}
{{- include "training-job.problems.fixed-size" . -}}
{{- end -}}
