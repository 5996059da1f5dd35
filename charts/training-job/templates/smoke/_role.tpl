{{/* training-job.smoke.role: what a node of the smoke test runs. Its variables stand in the pod, since hooks run before the ConfigMap of
     the training's is there. They are the user's, as they decide what NCCL does, and the network's; none of the launcher's.
     Input: root of the smoke test, from whose values what stands in the pod is taken away. Output: YAML, a role. */}}
{{- define "training-job.smoke.role" -}}
{{- $several := ne (include "training-job.processes" .) "1" -}}
{{- $own := include (ternary "training-job.smoke.torchrun" "training-job.smoke.alone" $several) . | fromYamlArray -}}
{{- range $own }}{{ $_ := unset $.Values.env .name }}{{ end -}}
{{- range $name, $value := include "training-job.env.literals" . | fromJson -}}
{{- $own = append $own (dict "name" $name "value" $value) -}}
{{- $_ := unset $.Values.env $name -}}
{{- end -}}
{{- $_ := unset .Values.network "interface" -}}
{{- $script := ternary "smoke_node.py" "smoke.py" $several -}}
name: node
subdomain: {{ include "training-job.name" . | toYaml }}
readOnlyRootFilesystem: true
command: [python3, -B, {{ include "training-job.scripts.folder" . }}/{{ $script }}]
args: {{ include "training-job.smoke.arguments" . }}
env:
  {{- toYaml $own | nindent 2 }}
{{- /* torch and torchrun write files of their own. */}}
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

{{/* training-job.smoke.address: of the first node. A pod of an indexed Job has the host name JOB-INDEX. Input: root of the smoke test. */}}
{{- define "training-job.smoke.address" -}}
{{- $name := include "training-job.name" . -}}
{{- printf "%s-0.%s" $name $name -}}
{{- end -}}

{{/* training-job.smoke.torchrun, training-job.smoke.alone: what tells a node which one it is and where to meet: for torchrun, or for one process
     that needs none. Input: root of the smoke test. Output: YAML, list of EnvVar. */}}
{{- define "training-job.smoke.torchrun" -}}
- {name: PET_NNODES, value: {{ int64 .Values.numNodes | quote }}}
- {name: PET_NPROC_PER_NODE, value: {{ include "training-job.processes" . | quote }}}
- {name: PET_MASTER_ADDR, value: {{ include "training-job.smoke.address" . | quote }}}
- {name: PET_MASTER_PORT, value: {{ int64 .Values.network.port | quote }}}
- {name: PET_RDZV_CONF, value: {{ printf "timeout=%d" (int64 .Values.smokeTest.timeoutSeconds) | quote }}}
{{ include "training-job.smoke.index" "PET_NODE_RANK" }}
{{- end -}}

{{- define "training-job.smoke.alone" -}}
- {name: WORLD_SIZE, value: {{ int64 .Values.numNodes | quote }}}
- {name: LOCAL_RANK, value: "0"}
- {name: MASTER_ADDR, value: {{ include "training-job.smoke.address" . | quote }}}
- {name: MASTER_PORT, value: {{ int64 .Values.network.port | quote }}}
{{ include "training-job.smoke.index" "RANK" }}
{{- end -}}

{{/* Input: name of the variable. */}}
{{- define "training-job.smoke.index" -}}
- name: {{ . }}
  valueFrom:
    fieldRef:
      fieldPath: metadata.annotations['batch.kubernetes.io/job-completion-index']
{{- end -}}
