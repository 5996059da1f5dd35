{{/* training-job.hang.runs: "true" where the program's processes are watched. Input: root. */}}
{{- define "training-job.hang.runs" -}}
{{- if .Values.hangDetection.enabled }}true{{ end -}}
{{- end -}}

{{/* training-job.hang.scripts: paths below files/: the watcher, and what it shares with the preflight check and the exit codes. Input: root.
     Output: JSON list, empty where it does not run. */}}
{{- define "training-job.hang.scripts" -}}
{{- $scripts := list -}}
{{- if include "training-job.hang.runs" . -}}
{{- $scripts = include "training-job.exit-code.scripts" . | fromJsonArray -}}
{{- range $path, $_ := .Files.Glob "files/{hang,peers}/*.py" }}{{ $scripts = append $scripts (trimPrefix "files/" $path) }}{{ end -}}
{{- end -}}
{{- toJson $scripts -}}
{{- end -}}

{{/* training-job.hang.port: node 0's watcher listens there; the rendezvous and Ray have the ports before. Input: root. */}}
{{- define "training-job.hang.port" -}}
{{- add (int64 .Values.network.port) 8 -}}
{{- end -}}

{{/* training-job.hang.env: of the watcher alone: the pod's index, attempt, and the UID of the JobSet, as the preflight check has them.
     Input: root, role. Output: JSON, list of EnvVar. */}}
{{- define "training-job.hang.env" -}}
{{- $env := list -}}
{{- if and .role.isNode (include "training-job.hang.runs" .root) -}}
{{- $env = include "training-job.preflight.env" . | fromJsonArray -}}
{{- end -}}
{{- toJson $env -}}
{{- end -}}

{{/* training-job.hang.apply: a node's program, or the launcher's in its place, as a child of the watcher.
     Input: root, roles (all of them, in order). Output: nothing; the roles are changed in place. */}}
{{- define "training-job.hang.apply" -}}
{{- if include "training-job.hang.runs" .root -}}
{{- $values := .root.Values -}}
{{- $name := include "training-job.name" .root -}}
{{- $scripts := include "training-job.scripts.mount" .root | fromYaml -}}
{{- $nodes := 0 }}{{ $first := "" -}}
{{- range .roles }}{{ if .isNode }}{{ $first = $first | default .name }}{{ $nodes = add $nodes .pods }}{{ end }}{{ end -}}
{{- $before := 0 -}}
{{- range $role := .roles -}}
{{- if $role.isNode -}}
{{- $options := list
  (printf "--run=%s/%s" $.root.Release.Namespace $name)
  "--attempt=$(PREFLIGHT_ATTEMPT)"
  (printf "--nodes=%d" (int64 $nodes))
  "--index=$(PREFLIGHT_INDEX)"
  (printf "--nodes-before=%d" (int64 $before))
  (printf "--address=%s-%s-0-0.%s" $name $first $name)
  (printf "--port=%s" (include "training-job.hang.port" $.root))
  (printf "--stall=%d" (int64 $values.hangDetection.stallSeconds))
  (printf "--action=%s" $values.hangDetection.action) -}}
{{- if ne $values.storage.checkpoints.mode "none" }}{{ $options = append $options (printf "--evidence=%s" $values.storage.checkpoints.mountPath) }}{{ end -}}
{{- $runs := ternary $role $values (not (empty (concat ($role.command | default list) ($role.args | default list)))) -}}
{{- $_ := set $role "args" (concat $options (list "--") ($runs.command | default list) ($runs.args | default list)) -}}
{{- $_ := set $role "command" (list "python3" "-B" (printf "%s/hang.py" (include "training-job.scripts.folder" $.root))) -}}
{{- $_ := set $role "mounts" (append (without $role.mounts $scripts) $scripts) -}}
{{- $before = add $before $role.pods -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
