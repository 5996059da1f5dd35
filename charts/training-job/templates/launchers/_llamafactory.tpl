{{/* `llamafactory-cli train` starts torchrun with what these variables say (llamafactory/launcher.py). FORCE_TORCHRUN: a node with one
     GPU would else train alone; NPROC_PER_NODE: each node would else count the devices that it sees, and they may disagree.
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
