{{/* training-job.problems.gitops: options that only Argo CD supports. Input: root. */}}
{{- define "training-job.problems.gitops" -}}
{{- with .Values.gitops -}}
{{- if and (eq .onChange "recreate") (ne .engine "argocd") }}
- at '/gitops/onChange': `recreate` requires `engine: argocd`, the only engine that replaces immutable objects, got {{ .engine }} (hint: set `engine: argocd`, or give a changed run a new `name`)
{{- end -}}
{{- end -}}
{{- end -}}
