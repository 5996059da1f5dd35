{{/* training-job.claim: a claim that outlives the run: neither `helm uninstall` nor a GitOps engine deletes it.
     Input: root, name, claim (section of the spec with accessMode, size, storageClassName). */}}
{{- define "training-job.claim" -}}
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  {{- include "training-job.metadata" . | nindent 2 }}
  annotations:
    argocd.argoproj.io/sync-options: Prune=false
    helm.sh/resource-policy: keep
    {{- if eq .root.Values.gitops.engine "flux" }}
    kustomize.toolkit.fluxcd.io/prune: disabled
    {{- end }}
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
