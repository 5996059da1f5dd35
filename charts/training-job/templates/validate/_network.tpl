{{/* training-job.problems.network: a NetworkPolicy without effect. Input: root. */}}
{{- define "training-job.problems.network" -}}
{{- if and .Values.network.policy .Values.network.hostNetwork }}
- at '/network/policy': `network.hostNetwork: true` puts the pods on the network of their nodes, where most network plug-ins apply no NetworkPolicy (hint: leave one of the two out)
{{- end -}}
{{- end -}}
