{{/* training-job.name: name of the run and of all of its objects. Input: root. */}}
{{- define "training-job.name" -}}
{{- .Values.name | default .Release.Name -}}
{{- end -}}

{{/* training-job.master-address: DNS name of the first node, stable across restarts, the same in every pod. JobSet names a pod's host
     JOBSET-ROLE-JOB-INDEX below the subdomain, which is the Service.
     Input: root. */}}
{{- define "training-job.master-address" -}}
{{- $name := include "training-job.name" . -}}
{{- printf "%s-node-0-0.%s" $name $name -}}
{{- end -}}

{{/* training-job.checkpoints-claim, training-job.initializer-claim: names of the two claims. Input: root. */}}
{{- define "training-job.checkpoints-claim" -}}
{{- .Values.storage.checkpoints.claimName | default (printf "%s-checkpoints" (include "training-job.name" .)) -}}
{{- end -}}

{{- define "training-job.initializer-claim" -}}
{{- .Values.initializers.storage.claimName | default (printf "%s-initializer" (include "training-job.name" .)) -}}
{{- end -}}
