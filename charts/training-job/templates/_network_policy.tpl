{{/* training-job.network-policy: only pods with a label can connect to pods with that label. All ports are open between them: the
     rendezvous has a fixed one, but NCCL, gloo, MPI and Ray listen on ports that the kernel chooses. A `podSelector` without a
     `namespaceSelector` selects in the policy's own namespace only. Egress is open: storage and hubs can be anywhere.
     Input: root, label, value (also the name of the policy). Output: YAML, a NetworkPolicy. */}}
{{- define "training-job.network-policy" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "training-job.metadata" (dict "root" .root "name" .value) | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{ .label }}: {{ toYaml .value }}
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector:
            matchLabels:
              {{ .label }}: {{ toYaml .value }}
{{- end -}}
