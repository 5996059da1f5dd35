{{/* training-job.problems.network: a NetworkPolicy without effect. Input: root. */}}
{{- define "training-job.problems.network" -}}
{{- if and .Values.network.policy .Values.network.hostNetwork }}
- at '/network/policy': has no effect with `network.hostNetwork: true`: most network plugins don't apply a NetworkPolicy to the host network (hint: remove one of them)
{{- end -}}
{{- end -}}
