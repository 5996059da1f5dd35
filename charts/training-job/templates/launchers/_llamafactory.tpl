{{/* `llamafactory-cli train` starts torchrun with these variables (llamafactory/launcher.py). Without FORCE_TORCHRUN a node with one GPU
     would train alone; without NPROC_PER_NODE each node would count the devices that it sees, and the counts could differ.
     Input: root. Output: YAML {literals, roles}. */}}
{{- define "training-job.launcher.llamafactory" -}}
{{- $book := include "training-job.address-book" . | fromYaml -}}
{{- $_ := set $book.literals "FORCE_TORCHRUN" "1" -}}
{{- with include "training-job.shutdown-timeout" . }}{{ $_ := set $book.literals "TORCH_ELASTIC_SHUTDOWN_TIMEOUT" . }}{{ end -}}
{{- toYaml $book -}}
{{- end -}}

{{- define "training-job.launcher.llamafactory.problems" -}}
{{- include "training-job.problems.fixed-size" . -}}
{{- end -}}
