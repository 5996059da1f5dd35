{{/* The default scheduler places each pod alone: there is no gang. Input: root. */}}
{{- define "training-job.scheduler.none" -}}{{ include "training-job.topology.affinity" . }}{{- end -}}
{{- define "training-job.scheduler.none.podgroup" -}}{{- end -}}
{{- define "training-job.scheduler.none.problems" -}}{{ include "training-job.problems.no-slices" . }}{{- end -}}

{{- define "training-job.scheduler.none.notes" -}}
It does not fit? Pods wait one by one: kubectl -n {{ .Release.Namespace }} describe pod -l jobset.sigs.k8s.io/jobset-name={{ include "training-job.name" . }}
{{- end -}}
