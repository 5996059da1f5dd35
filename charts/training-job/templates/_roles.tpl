{{/* training-job.roles: the roles whose pods start together, as the launcher lists them, each with the fields that it leaves out.
     Input: root, launcher and fabric (their contributions). Output: JSON, list of roles:
       name            of the replicated job
       isNode          true if its pods are nodes: they have resourcesPerNode, devices, the user's init containers and sidecars
       pods            number of its pods; members: how many of them must start together
       command, args   of its container; without both, the user's program
       env             list of EnvVar; ports: list of {name, port}, for nodes after the rendezvous port; resources: for nodes, resourcesPerNode
       steps           init containers with the same image: list of {name, command, mounts}; volumes, mounts; capabilities: list, else none
       subdomain, readOnlyRootFilesystem: as in Kubernetes; JobSet sets the first itself
       annotations, sidecars, claims: of the fabric, for a node's pod */}}
{{- define "training-job.roles" -}}
{{- $roles := list -}}
{{- range $own := .launcher.roles -}}
{{- $isNode := $own.isNode | default (eq $own.name "node") -}}
{{- $pods := $own.pods | default (ternary (include "training-job.nodes" $.root) 1 (eq $own.name "node")) | int64 -}}
{{- $members := ternary (int64 $.root.Values.elastic.minNodes) $pods (not (empty (include "training-job.elastic" $.root))) -}}
{{- $resources := ternary $.root.Values.resourcesPerNode ($own.resources | default dict) $isNode -}}
{{- $role := dict "isNode" $isNode "pods" $pods "members" $members "resources" $resources -}}
{{- range $list := list "env" "steps" "volumes" "mounts" "capabilities" }}{{ $_ := set $role $list list }}{{ end -}}
{{- range $key, $value := omit $own "pods" "resources" }}{{ $_ := set $role $key $value }}{{ end -}}
{{- $rendezvous := ternary (list (dict "name" "rendezvous" "port" $.root.Values.network.port)) list $isNode -}}
{{- $_ := set $role "ports" (concat $rendezvous ($own.ports | default list)) -}}
{{- include "training-job.exit-code.apply" (dict "root" $.root "role" $role) -}}
{{- if and $isNode $.fabric }}{{ include "training-job.applyFabric" (dict "role" $role "fabric" $.fabric) }}{{ end -}}
{{- $roles = append $roles $role -}}
{{- end -}}
{{- include "training-job.hang.apply" (dict "root" $.root "roles" $roles) -}}
{{- toJson $roles -}}
{{- end -}}

{{/* training-job.trainer: name of the role in which the user's program runs; the run succeeds when this role does. Input: root. */}}
{{- define "training-job.trainer" -}}
{{- .Values.prepared.launcher.trainer | default "node" -}}
{{- end -}}

{{/* training-job.role: one role as a replicated job. A failed pod fails the whole role, and the JobSet decides what happens next.
     Input: root, role. Output: YAML, one list item. */}}
{{- define "training-job.role" -}}
- name: {{ .role.name }}
  replicas: 1
  {{- with include "training-job.initializer-roles" .root | splitList " " | compact }}
  dependsOn:
    {{- range . }}
    - name: {{ . }}
      status: Complete
    {{- end }}
  {{- end }}
  template:
    {{- $metadata := dict }}
    {{- if eq .role.name (include "training-job.trainer" .root) }}{{ $_ := set $metadata "labels" (dict "trainer.kubeflow.org/trainjob-ancestor-step" "trainer") }}{{ end }}
    {{- if .role.isNode }}{{ with (.root.Values.prepared.scheduler.job).annotations }}{{ $_ := set $metadata "annotations" . }}{{ end }}{{ end }}
    {{- with $metadata }}
    metadata:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    spec:
      completionMode: Indexed
      completions: {{ int64 .role.pods }}
      parallelism: {{ int64 .role.pods }}
      {{- with include "training-job.job-deadline" .root }}
      activeDeadlineSeconds: {{ . }}
      {{- end }}
      {{- with .root.Values.elastic }}
      {{- if .maxNodes }}
      {{- /* Each node is replaced maxRestarts times; the run succeeds with its first node, which hosts the rendezvous. */}}
      backoffLimit: 2147483647
      backoffLimitPerIndex: {{ int64 .maxRestarts }}
      maxFailedIndexes: {{ sub (int64 .maxNodes) (int64 .minNodes) }}
      successPolicy:
        rules:
          - succeededIndexes: "0"
      {{- else }}
      backoffLimit: 0
      {{- end }}
      {{- end }}
      {{- with include "training-job.pod-failure-rules" . }}
      podFailurePolicy:
        rules:
          {{- . | trim | nindent 10 }}
      {{- end }}
      template:
        {{- include "training-job.pod" . | nindent 8 }}
{{- end -}}

{{/* training-job.ports: ports of all roles. Input: root. Output: JSON, numbers by name. */}}
{{- define "training-job.ports" -}}
{{- $ports := dict -}}
{{- range .Values.prepared.roles }}{{ range .ports }}{{ $_ := set $ports .name .port }}{{ end }}{{ end -}}
{{- toJson $ports -}}
{{- end -}}
