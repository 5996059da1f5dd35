{{/* training-job.init-containers: the role's steps and the fabric's sidecars, then the user's init containers and sidecars of a node; the
     preflight check is last.
     Input: root, role, mounts and resources (of the program). Output: YAML list. */}}
{{- define "training-job.init-containers" -}}
{{- $containers := list -}}
{{- range .role.steps }}{{ $containers = append $containers (include "training-job.step" (dict "root" $.root "role" $.role "step" .)) }}{{ end -}}
{{- range .role.sidecars }}{{ $containers = append $containers (toYaml (list .)) }}{{ end -}}
{{- if .role.isNode -}}
{{- range .root.Values.pod.initContainers }}{{ $containers = append $containers (include "training-job.hardened" (dict "container" .)) }}{{ end -}}
{{- $always := dict "restartPolicy" "Always" -}}
{{- range .root.Values.pod.sidecars }}{{ $containers = append $containers (include "training-job.hardened" (dict "container" . "extra" $always)) }}{{ end -}}
{{- if include "training-job.preflight.runs" .root }}{{ $containers = append $containers (include "training-job.preflight" .) }}{{ end -}}
{{- end -}}
{{- join "\n" $containers -}}
{{- end -}}
