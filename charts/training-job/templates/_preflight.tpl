{{/* training-job.preflight.nodes: pods of all roles that are nodes, as a number. Input: root. */}}
{{- define "training-job.preflight.nodes" -}}
{{- $nodes := 0 -}}
{{- range .Values.prepared.roles }}{{ if .isNode }}{{ $nodes = add $nodes .pods }}{{ end }}{{ end -}}
{{- int64 $nodes -}}
{{- end -}}

{{/* training-job.preflight.runs: "true" where nodes are compared before they train: several of them, and always the same ones. Input: root. */}}
{{- define "training-job.preflight.runs" -}}
{{- $several := gt (include "training-job.preflight.nodes" . | int64) 1 -}}
{{- if and .Values.preflight.enabled $several (not (include "training-job.elastic" .)) }}true{{ end -}}
{{- end -}}

{{/* training-job.preflight.scripts: paths below files/. Input: root. Output: JSON list, empty where it does not run. */}}
{{- define "training-job.preflight.scripts" -}}
{{- $scripts := list -}}
{{- if include "training-job.preflight.runs" . -}}
{{- range $path, $_ := .Files.Glob "files/preflight/*.py" }}{{ $scripts = append $scripts (trimPrefix "files/" $path) }}{{ end -}}
{{- end -}}
{{- toJson $scripts -}}
{{- end -}}

{{/* training-job.preflight: the check as the last init container of a node: with the program's image, environment, resources and mounts, and
     with the sidecars up, it sees what the program will see. It takes the port of the rendezvous, which is free until the program
     starts: so the port is proven open that will be needed, and no network policy needs another one.
     Input: root, role, mounts (those of the program). Output: YAML, one list item. */}}
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
  {{- include "training-job.environment" (dict "root" .root "role" .role "own" (include "training-job.preflight.env" . | fromYamlArray)) | trimPrefix "\n" | nindent 2 }}
  {{- with include "training-job.program-resources" . }}
  resources:
    {{- . | nindent 4 }}
  {{- end }}
  volumeMounts:
    {{- $scripts := include "training-job.scripts.mount" . | fromYaml }}
    {{- toYaml (append (without .mounts $scripts) $scripts) | nindent 4 }}
  securityContext:
    {{- include "training-job.container-security" .role.capabilities | nindent 4 }}
  terminationMessagePolicy: FallbackToLogsOnError
{{- end -}}

{{/* training-job.preflight.env: what tells pods apart: the index within their role, and the attempt, of which JobSet keeps count. */}}
{{- define "training-job.preflight.env" -}}
- name: PREFLIGHT_INDEX
  valueFrom:
    fieldRef:
      fieldPath: metadata.annotations['batch.kubernetes.io/job-completion-index']
- name: PREFLIGHT_ATTEMPT
  valueFrom:
    fieldRef:
      fieldPath: metadata.labels['jobset.sigs.k8s.io/restart-attempt']
{{- end -}}

{{/* training-job.preflight.arguments: Input: root, role. Output: JSON list. */}}
{{- define "training-job.preflight.arguments" -}}
{{- $values := .root.Values -}}
{{- $name := include "training-job.name" .root -}}
{{- $first := "" -}}
{{- $before := 0 -}}
{{- $reached := false -}}
{{- range $role := $values.prepared.roles -}}
{{- if $role.isNode -}}
{{- $first = $first | default $role.name -}}
{{- if eq $role.name $.role.name }}{{ $reached = true }}{{ end -}}
{{- if not $reached }}{{ $before = add $before $role.pods }}{{ end -}}
{{- end -}}
{{- end -}}
{{- $gpus := index (include "training-job.effective-requests" .role.resources | fromJson) "nvidia.com/gpu" -}}
{{- $arguments := list
  (printf "--run=%s/%s" .root.Release.Namespace $name)
  "--attempt=$(PREFLIGHT_ATTEMPT)"
  (printf "--nodes=%s" (include "training-job.preflight.nodes" .root))
  "--index=$(PREFLIGHT_INDEX)"
  (printf "--nodes-before=%d" (int64 $before))
  (printf "--address=%s-%s-0-0.%s" $name $first $name)
  (printf "--port=%d" (int64 $values.network.port))
  (printf "--timeout=%d" (int64 $values.preflight.timeoutSeconds))
  (printf "--processes=%s" (include "training-job.processes" .root)) -}}
{{- with $gpus }}{{ $arguments = append $arguments (printf "--gpus=%s" (include "training-job.quantity.amount" (dict "resource" "nvidia.com/gpu" "quantity" .))) }}{{ end -}}
{{- if ne $values.storage.checkpoints.mode "none" }}{{ $arguments = append $arguments (printf "--checkpoints=%s" $values.storage.checkpoints.mountPath) }}{{ end -}}
{{- toJson $arguments -}}
{{- end -}}

{{/* training-job.preflight.pod-failure-rule: what it says holds at the next start, too, so its exit codes end the run. Input: root, role. */}}
{{- define "training-job.preflight.pod-failure-rule" -}}
{{- if and .role.isNode (include "training-job.preflight.runs" .root) }}
- action: FailJob
  onExitCodes:
    containerName: preflight
    operator: In
    values: [69, 72, 78]
{{- end -}}
{{- end -}}

{{/* training-job.preflight.jobset-failure-rule: Input: root. */}}
{{- define "training-job.preflight.jobset-failure-rule" -}}
{{- if include "training-job.preflight.runs" . }}
- name: preflight
  action: FailJobSet
  onJobFailureReasons: [PodFailurePolicy]
  onJobFailureMessagePatterns: [".*Container preflight for pod .* failed with exit code .*"]
{{- end -}}
{{- end -}}

{{/* training-job.problems.preflight: a deadline that comes first would end the run without a word on who is missing. Input: root. */}}
{{- define "training-job.problems.preflight" -}}
{{- $timeout := int64 .Values.preflight.timeoutSeconds -}}
{{- if include "training-job.preflight.runs" . -}}
{{- with .Values.activeDeadlineSeconds -}}
{{- if le (int64 .) $timeout }}
- at '/preflight/timeoutSeconds': {{ $timeout }} is not less than `activeDeadlineSeconds`, {{ int64 . }}, which would end the run before the nodes know who is missing (hint: a shorter `preflight.timeoutSeconds`, or `preflight.enabled: false`)
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
