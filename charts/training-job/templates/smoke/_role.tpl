{{/* training-job.smoke.role: a node of the smoke test. Its variables are in the pod, since hooks run before the training's ConfigMap
     exists. They are the user's, which influence NCCL, and the network's, but not the launcher's.
     Input: root of the smoke test; the variables are removed from its values. Output: YAML, a role. */}}
{{- define "training-job.smoke.role" -}}
{{- $own := include "training-job.smoke.variables" . | fromYamlArray -}}
{{- range $own }}{{ $_ := unset $.Values.env .name }}{{ end -}}
{{- range $name, $value := include "training-job.env.literals" . | fromJson -}}
{{- $own = append $own (dict "name" $name "value" $value) -}}
{{- $_ := unset $.Values.env $name -}}
{{- end -}}
{{- $_ := unset .Values.network "interface" -}}
{{- $_ := set .Values.prepared "fabric" dict -}}
name: node
subdomain: {{ include "training-job.name" . | toYaml }}
readOnlyRootFilesystem: true
command: [python3, -B, -u, {{ include "training-job.scripts.folder" . }}/smoke_node.py]
args: {{ include "training-job.smoke.arguments" . }}
env:
  {{- toYaml $own | nindent 2 }}
{{- /* torch and the test write files there. */}}
{{- $mounts := list (include "training-job.scripts.mount" . | fromYaml) -}}
{{- $folders := list }}{{ range .Values.storage.volumes }}{{ $folders = append $folders (clean .mountPath) }}{{ end -}}
{{- if not (has "/tmp" $folders) }}
volumes:
  - name: smoke-test
    emptyDir:
      sizeLimit: 1Gi
{{- $mounts = prepend $mounts (dict "name" "smoke-test" "mountPath" "/tmp") }}
{{- end }}
mounts:
  {{- toYaml $mounts | nindent 2 }}
{{- end -}}

{{/* training-job.smoke.variables: the node's index, the address of the first node (a pod of an Indexed Job has the host name JOB-INDEX),
     the name of the Kubernetes node for the result, and the UID of the Job, by which the processes recognise each other.
     Input: root of the smoke test. Output: YAML, list of EnvVar. */}}
{{- define "training-job.smoke.variables" -}}
{{- $name := include "training-job.name" . -}}
- name: MASTER_ADDR
  value: {{ printf "%s-0.%s" $name $name | quote }}
- name: MASTER_PORT
  value: {{ int64 .Values.network.port | quote }}
- name: NODE_RANK
  valueFrom:
    fieldRef:
      fieldPath: metadata.annotations['batch.kubernetes.io/job-completion-index']
- name: RENDER_NODE_NAME
  valueFrom:
    fieldRef:
      fieldPath: spec.nodeName
- name: RENDER_RUN_UID
  valueFrom:
    fieldRef:
      fieldPath: metadata.labels['batch.kubernetes.io/controller-uid']
{{- end -}}
