{{/* ssh between the pods of a run, for any user of the image. */}}

{{/* training-job.ssh.config: the client's system-wide configuration, so that no launcher needs an option. The host key is the run's own:
     a pod of another run is refused. Input: root. */}}
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

{{/* training-job.ssh.keys: copies the key. Readable by all, for its mode cannot name the image's user, and an fsGroup would give every
     volume of the pod to a group; only this container mounts it. */}}
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

{{/* training-job.ssh.capabilities: what sshd needs as root to give its rights away: it puts what it does not trust yet into a folder and
     under a user of its own, and tells the kernel of each login. As another user it needs none. Input: root. Output: JSON list. */}}
{{- define "training-job.ssh.capabilities" -}}
{{- ternary list (list "AUDIT_WRITE" "SETGID" "SETUID" "SYS_CHROOT") (ne (include "training-job.user" .) "0") | toJson -}}
{{- end -}}
