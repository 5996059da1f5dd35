{{/* training-job.claim: a claim that outlives the run: neither `helm uninstall` nor a GitOps engine deletes it.
     Input: root, name, claim (section of the spec with accessMode, size, storageClassName). */}}
{{- define "training-job.claim" -}}
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  {{- include "training-job.metadata" (merge (dict "annotations" (include "training-job.claim.annotations" .root | fromYaml)) .) | nindent 2 }}
spec:
  accessModes:
    - {{ .claim.accessMode }}
  {{- with .claim.storageClassName }}
  storageClassName: {{ toYaml . }}
  {{- end }}
  resources:
    requests:
      storage: {{ include "training-job.quantity" .claim.size | toYaml }}
{{- end -}}

{{/* training-job.claim.annotations: annotations that keep a claim from being deleted. Input: root. Output: YAML map. */}}
{{- define "training-job.claim.annotations" -}}
argocd.argoproj.io/sync-options: Prune=false
helm.sh/resource-policy: keep
{{- if eq .Values.gitops.engine "flux" }}
kustomize.toolkit.fluxcd.io/prune: disabled
{{- end }}
{{- end -}}
