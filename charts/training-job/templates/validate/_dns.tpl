{{/* training-job.problems.dns: a DNS configuration without the cluster's names, by which nodes find each other. A program without launcher on one
     node needs none. Input: root. */}}
{{- define "training-job.problems.dns" -}}
{{- $policy := .Values.pod.dnsPolicy | default "" -}}
{{- $config := .Values.pod.dnsConfig | default dict -}}
{{- $isAlone := and (eq .Values.launcher "plain") (eq (include "training-job.nodes" .) "1") -}}
{{- $domain := printf "%s.svc.%s" .Release.Namespace .Values.network.clusterDomain -}}
{{- if and (eq $policy "None") (not $config.nameservers) }}
- at '/pod/dnsConfig/nameservers': missing; `dnsPolicy: None` requires a server
{{- end -}}
{{- if $isAlone -}}
{{- else if eq $policy "Default" }}
- at '/pod/dnsPolicy': `Default` asks the node's DNS, which doesn't know the names by which nodes find each other (hint: remove it; `dnsConfig` adds servers and search domains)
{{- else if and (eq $policy "None") (not (has $domain ($config.searches | default list))) }}
- at '/pod/dnsConfig/searches': must contain {{ $domain }}, in which nodes find each other
{{- else if and (eq $policy "ClusterFirst") .Values.network.hostNetwork }}
- at '/pod/dnsPolicy': `ClusterFirst` asks the node's DNS on the host network, which doesn't know the names by which nodes find each other (hint: use `ClusterFirstWithHostNet`)
{{- end -}}
{{- end -}}
