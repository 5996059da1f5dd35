{{/* training-job.smoke.notes: Input: root of the smoke test. */}}
{{- define "training-job.smoke.notes" -}}
{{- $kubectl := printf "kubectl -n %s" .Release.Namespace -}}
{{- $job := include "training-job.name" . -}}
{{- $pods := printf "-l batch.kubernetes.io/job-name=%s" $job -}}
{{- $command := printf "helm test -n %s %s --timeout %ds" .Release.Namespace .Release.Name (int64 .Values.smokeTest.activeDeadlineSeconds) -}}
Test the network: {{ ternary "done, before anything else was installed" $command (eq .Values.smokeTest.hook "pre-install") }}
Read its result:  {{ $kubectl }} logs --tail=-1 {{ $pods }},batch.kubernetes.io/job-completion-index=0
Why it waits:     {{ $kubectl }} describe pods {{ $pods }}
Why it failed:    {{ $kubectl }} logs --tail=-1 --prefix {{ $pods }}
With which code:  {{ $kubectl }} describe job {{ $job }}
{{- end -}}
