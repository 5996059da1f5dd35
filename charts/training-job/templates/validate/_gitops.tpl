{{/* training-job.problems.gitops: what no engine but Argo CD does. Input: root. */}}
{{- define "training-job.problems.gitops" -}}
{{- with .Values.gitops -}}
{{- if and (eq .onChange "recreate") (ne .engine "argocd") }}
- at '/gitops/onChange': `recreate`, and Argo CD alone replaces what is immutable: with `engine: {{ .engine }}` nobody would (hint: `engine: argocd`, or a `name` of its own for a changed run)
{{- end -}}
{{- end -}}
{{- end -}}
