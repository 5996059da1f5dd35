{{/* training-job.ssh.pod-failure-rule: an image without an account, and a key that ssh can't read, stay so at the next start. Input: root, role. */}}
{{- define "training-job.ssh.pod-failure-rule" -}}
{{- range .role.steps }}
{{- if eq .name "ssh-keys" }}
- action: FailJob
  onExitCodes:
    containerName: ssh-keys
    operator: In
    values: [78]
{{- end }}
{{- end -}}
{{- end -}}

{{/* training-job.ssh.jobset-failure-rule: Input: root. */}}
{{- define "training-job.ssh.jobset-failure-rule" -}}
{{- if eq (include "training-job.trainer" .) "launcher" }}
- name: sshKeys
  action: FailJobSet
  onJobFailureReasons: [PodFailurePolicy]
  onJobFailureMessagePatterns: [".*Container ssh-keys for pod .* failed with exit code .*"]
{{- end -}}
{{- end -}}
