{{/* training-job.on-change: annotations of the run itself, which no engine can change in place. Argo CD alone deletes it and creates it anew;
     `Replace` without `Force` is refused like any other change. Input: root. Output: YAML map, nothing where a change is refused. */}}
{{- define "training-job.on-change" -}}
{{- if eq .Values.gitops.onChange "recreate" -}}
argocd.argoproj.io/sync-options: Force=true,Replace=true
{{- end -}}
{{- end -}}
