{{/* Failure policy: a failed pod ends its Job with a reason, and the JobSet decides by reason and message. Both a preemption and
     a fatal exit code end the Job with PodFailurePolicy; only the message tells them apart. Input of each define, unless it names another: root. */}}

{{- define "training-job.rule.ignore-preemption" -}}
- action: Ignore
  onPodConditions:
    - type: DisruptionTarget
      status: "True"
{{- end -}}

{{/* training-job.pod-failure-rules: rules of the Job's podFailurePolicy; an elastic run replaces a preempted node itself.
     Input: root, role. */}}
{{- define "training-job.pod-failure-rules" -}}
{{- $policy := .root.Values.failurePolicy -}}
{{- if and (include "training-job.elastic" .root) (eq $policy.onPreemption "restart") }}
{{ include "training-job.rule.ignore-preemption" . }}
{{- else if ne $policy.onPreemption "count" }}
- action: FailJob
  onPodConditions:
    - type: DisruptionTarget
      status: "True"
{{- end }}
{{- with $policy.fatalExitCodes }}
- action: FailJob
  onExitCodes:
    containerName: node
    operator: In
    values:
      {{- range . }}
      - {{ int64 . }}
      {{- end }}
{{- end }}
{{- include "training-job.preflight.pod-failure-rule" . }}
{{- include "training-job.ssh.pod-failure-rule" . }}
{{- end -}}

{{/* training-job.jobset-failure-rules: rules of the JobSet's failurePolicy, the first match decides. */}}
{{- define "training-job.jobset-failure-rules" -}}
{{- $policy := .Values.failurePolicy -}}
{{- if include "training-job.job-deadline" . }}
- name: deadline
  action: FailJobSet
  onJobFailureReasons: [DeadlineExceeded]
{{- end }}
{{- with $policy.fatalExitCodes }}
{{- $codes := list }}{{ range . }}{{ $codes = append $codes (int64 . | toString) }}{{ end }}
- name: fatalExitCode
  action: FailJobSet
  onJobFailureReasons: [PodFailurePolicy]
  onJobFailureMessagePatterns:
    - {{ printf ".*exit code (%s) .*" (join "|" $codes) | quote }}
{{- end }}
{{- include "training-job.preflight.jobset-failure-rule" . }}
{{- include "training-job.ssh.jobset-failure-rule" . }}
{{- if and (ne $policy.onPreemption "count") (not (and (include "training-job.elastic" .) (eq $policy.onPreemption "restart"))) }}
- name: preempted
  action: {{ ternary "FailJobSet" "RestartJobSetAndIgnoreMaxRestarts" (eq $policy.onPreemption "fail") }}
  onJobFailureReasons: [PodFailurePolicy]
  onJobFailureMessagePatterns: [".*DisruptionTarget.*"]
{{- end }}
{{- end -}}
