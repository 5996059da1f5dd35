{{/* training-job.ssh: common parts of the launchers that start processes over ssh: nodes that run sshd, and the role `launcher`, in which
     the user's program runs. It is not a node and has no GPU, so no GPU is idle.
     Input: root, env (more literals for the launcher, by name), hostfile (its path), format (of a line, for host and slots). Output: YAML
     {trainer, scripts, files, roles}. */}}
{{- define "training-job.ssh" -}}
{{- $ssh := .root.Values.ssh -}}
{{- $scripts := include "training-job.scripts.folder" . -}}
trainer: launcher
scripts: [ssh/ssh-keys.sh, ssh/ssh-node.sh, ssh/ssh-session.sh, ssh/ssh-wait.sh, ssh/sshd_config]
files:
  hostfile: {{ include "training-job.ssh.hostfile" . | quote }}
  ssh_config: {{ include "training-job.ssh.config" .root | quote }}
roles:
  - name: node
    command: [sh, {{ $scripts }}/ssh-node.sh, {{ int64 $ssh.port | quote }}, /run/training-job]
    ports: [{name: ssh, port: {{ int64 $ssh.port }}}]
    capabilities: {{ include "training-job.ssh.capabilities" .root }}
    steps:
      {{- include "training-job.ssh.keys" . | nindent 6 }}
    volumes:
      {{- include "training-job.ssh.volumes" .root | nindent 6 }}
    mounts:
      - {{ include "training-job.scripts.mount" . | nindent 8 | trim }}
      {{- include "training-job.ssh.mounts" . | nindent 6 }}
  - name: launcher
    resources: {{ toJson $ssh.launcherResources }}
    env:
      {{- include "training-job.ssh.env" . | nindent 6 }}
    steps:
      {{- include "training-job.ssh.keys" . | nindent 6 }}
      - name: wait-for-nodes
        command: [sh, {{ $scripts }}/ssh-wait.sh, {{ int64 $ssh.timeoutSeconds | quote }}, {{ .hostfile }}]
        mounts:
          {{- include "training-job.ssh.mounts" . | nindent 10 }}
          {{- include "training-job.ssh.hostfile.mount" . | nindent 10 }}
    volumes:
      {{- include "training-job.ssh.volumes" .root | nindent 6 }}
    mounts:
      {{- include "training-job.ssh.mounts" . | nindent 6 }}
      {{- include "training-job.ssh.hostfile.mount" . | nindent 6 }}
{{- end -}}

{{/* training-job.ssh.env: variables of the launcher. NUM_PROCESSES counts all nodes. Open MPI up to 4, which each of these launchers may
     start, would otherwise cut a host's name at its first dot. If NVIDIA's runtime is the default one, an image that requests all GPUs
     would get them without a limit.
     Input: root, env. Output: YAML, list of EnvVar. */}}
{{- define "training-job.ssh.env" -}}
{{- $processes := mul (include "training-job.nodes" .root | int64) (include "training-job.processes" .root | int64) -}}
{{- $env := dict "NUM_PROCESSES" (toString $processes) "NVIDIA_VISIBLE_DEVICES" "void" -}}
{{- $_ := set $env "OMPI_MCA_orte_keep_fqdn_hostnames" "true" -}}
{{- range $name, $value := merge $env .env }}
- name: {{ $name }}
  value: {{ quote $value }}
{{- end -}}
{{- end -}}

{{/* training-job.ssh.hostfile: a line for each node, up to the limit: validate/_ssh.tpl rejects more nodes.
     Input: root, format. */}}
{{- define "training-job.ssh.hostfile" -}}
{{- $name := include "training-job.name" .root -}}
{{- $slots := include "training-job.processes" .root -}}
{{- range $i := until (include "training-job.nodes" .root | int | min 100000 | max 0 | int) -}}
{{ printf $.format (printf "%s-node-0-%d.%s" $name $i $name) $slots }}
{{ end -}}
{{- end -}}

{{- define "training-job.ssh.hostfile.mount" -}}
- name: launcher
  mountPath: {{ .hostfile }}
  subPath: hostfile
  readOnly: true
{{- end -}}
