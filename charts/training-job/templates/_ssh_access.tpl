{{/* ssh between the pods of a run, for any user of the image. */}}

{{/* training-job.ssh.config: the client's system-wide configuration, so that no launcher needs an option. The host key belongs to the run:
     pods of other runs are rejected.
     Input: root. */}}
{{- define "training-job.ssh.config" -}}
Host *
  Port {{ int64 .Values.ssh.port }}
  IdentityFile /run/training-job/id
  IdentitiesOnly yes
  UserKnownHostsFile /run/training-job/known_hosts
  StrictHostKeyChecking yes
  BatchMode yes
  ConnectionAttempts 10
  LogLevel ERROR
{{ end -}}

{{/* training-job.ssh.keys: copies the key. All users can read it, since its mode cannot name the image's user, and an fsGroup would change
     the group of every volume of the pod; only this container mounts it. */}}
{{- define "training-job.ssh.keys" -}}
- name: ssh-keys
  command: [sh, {{ include "training-job.scripts.folder" . }}/ssh-keys.sh, /etc/training-job/ssh, /run/training-job]
  mounts:
    - name: ssh-secret
      mountPath: /etc/training-job/ssh
      readOnly: true
    - name: ssh
      mountPath: /run/training-job
{{- end -}}

{{/* Input: root. */}}
{{- define "training-job.ssh.volumes" -}}
- name: ssh
  emptyDir:
    medium: Memory
    sizeLimit: 8Mi
- name: ssh-secret
  secret:
    secretName: {{ .Values.ssh.secretName | default "" | quote }}
    defaultMode: 0444
    items:
      - key: ssh-privatekey
        path: ssh-privatekey
{{- end -}}

{{- define "training-job.ssh.mounts" -}}
- name: ssh
  mountPath: /run/training-job
- name: launcher
  mountPath: /etc/ssh/ssh_config
  subPath: ssh_config
  readOnly: true
{{- end -}}

{{/* training-job.ssh.capabilities: what sshd needs as root to drop its rights: it confines unauthenticated connections to a folder and a
     user of their own, and records each login with the kernel. As another user it needs none.
     Input: root. Output: JSON list. */}}
{{- define "training-job.ssh.capabilities" -}}
{{- ternary list (list "AUDIT_WRITE" "SETGID" "SETUID" "SYS_CHROOT") (ne (include "training-job.user" .) "0") | toJson -}}
{{- end -}}
