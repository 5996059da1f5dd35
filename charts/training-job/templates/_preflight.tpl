{{/* training-job.preflight.nodes: number of pods of all roles that are nodes. Input: root. */}}
{{- define "training-job.preflight.nodes" -}}
{{- $nodes := 0 -}}
{{- range .Values.prepared.roles }}{{ if .isNode }}{{ $nodes = add $nodes .pods }}{{ end }}{{ end -}}
{{- int64 $nodes -}}
{{- end -}}

{{/* training-job.preflight.runs: "true" if the nodes are compared before they train: if there are several, and their number is fixed.
     Input: root. */}}
{{- define "training-job.preflight.runs" -}}
{{- $several := gt (include "training-job.preflight.nodes" . | int64) 1 -}}
{{- if and .Values.preflight.enabled $several (not (include "training-job.elastic" .)) }}true{{ end -}}
{{- end -}}

{{/* training-job.preflight.scripts: paths below files/. Input: root. Output: JSON list, empty if the check does not run. */}}
{{- define "training-job.preflight.scripts" -}}
{{- $scripts := list -}}
{{- if include "training-job.preflight.runs" . -}}
{{- range $path, $_ := .Files.Glob "files/{peers,preflight}/*.{py,json}" }}{{ $scripts = append $scripts (trimPrefix "files/" $path) }}{{ end -}}
{{- end -}}
{{- toJson $scripts -}}
{{- end -}}

{{/* training-job.preflight: the check as the last init container of a node: with the program's image, environment, resources and mounts,
     and with running sidecars, it sees what the program will see. It uses the port of the rendezvous, which is free until the program
     starts. This proves that the port is open, and no network policy needs another one.
     Input: root, role, mounts and resources (those of the program). Output: YAML, one list item. */}}
{{- define "training-job.preflight" -}}
{{- $values := .root.Values -}}
- name: preflight
  image: {{ $values.image | quote }}
  imagePullPolicy: {{ $values.imagePullPolicy }}
  command:
    - sh
    - -c
    - >-
      command -v python3 >/dev/null ||
      { echo "preflight: node $PREFLIGHT_INDEX has no python3 in its image: \`preflight.enabled: false\` leaves the check out"; exit 72; };
      exec python3 -B {{ include "training-job.scripts.folder" . }}/preflight.py "$@"
    - preflight
  args:
    {{- include "training-job.preflight.arguments" . | fromJsonArray | toYaml | nindent 4 }}
  {{- include "training-job.environment" (dict "root" .root "role" .role "own" (include "training-job.preflight.env" . | fromJsonArray)) | trimPrefix "\n" | nindent 2 }}
  {{- with .resources }}
  resources:
    {{- . | nindent 4 }}
  {{- end }}
  volumeMounts:
    {{- $scripts := include "training-job.scripts.mount" . | fromYaml }}
    {{- toYaml (append (without .mounts $scripts) $scripts) | nindent 4 }}
  securityContext:
    {{- include "training-job.program-security" . | nindent 4 }}
  terminationMessagePolicy: FallbackToLogsOnError
{{- end -}}
