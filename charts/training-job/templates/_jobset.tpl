{{/* training-job.jobset-spec: the spec of the run's JobSet without `suspend`, for a JobSet and for the runtime of a TrainJob. Input: root. */}}
{{- define "training-job.jobset-spec" -}}
{{- if not (kindIs "invalid" .Values.ttlSecondsAfterFinished) -}}
ttlSecondsAfterFinished: {{ int64 .Values.ttlSecondsAfterFinished }}
{{ end -}}
network:
  enableDNSHostnames: true
  publishNotReadyAddresses: true
  subdomain: {{ include "training-job.name" . | toYaml }}
startupPolicy:
  startupPolicyOrder: AnyOrder
successPolicy:
  operator: All
  targetReplicatedJobs: [{{ include "training-job.trainer" . }}]
failurePolicy:
  maxRestarts: {{ int64 .Values.failurePolicy.maxRestarts }}
  restartStrategy: {{ (.Values.prepared.scheduler.run).restartStrategy | default "Recreate" }}
  {{- with include "training-job.jobset-failure-rules" . }}
  rules:
    {{- . | trim | nindent 4 }}
  {{- end }}
replicatedJobs:
  {{- range $role := include "training-job.initializer-roles" . | splitList " " | compact }}
  {{- $section := index $.Values.initializers (trimSuffix "-initializer" $role) }}
  {{- include "training-job.initializer" (dict "root" $ "role" $role "initializer" $section) | nindent 2 }}
  {{- end }}
  {{- range .Values.prepared.roles }}
  {{- include "training-job.role" (dict "root" $ "role" .) | nindent 2 }}
  {{- end }}
{{- end -}}
