{{/* training-job.on-change: annotations of the run itself, which no engine can change in place. Only Argo CD can delete and recreate it;
     `Replace` without `Force` is rejected like any other change.
     Input: root. Output: YAML map, empty if a change is rejected. */}}
{{- define "training-job.on-change" -}}
{{- if eq .Values.gitops.onChange "recreate" -}}
argocd.argoproj.io/sync-options: Force=true,Replace=true
{{- end -}}
{{- end -}}
