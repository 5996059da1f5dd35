{{/* Common parts of GPUDirect on GKE: libraries that an installer puts on the nodes, and a network for each card of a node. */}}

{{/* training-job.gke.interfaces: annotations that attach networks to a pod.
     Input: networks (their names), first (index of the first interface that is theirs). Output: YAML map. */}}
{{- define "training-job.gke.interfaces" -}}
{{- $interfaces := list (dict "interfaceName" "eth0" "network" "default") -}}
{{- range $i, $network := .networks -}}
{{- $interfaces = append $interfaces (dict "interfaceName" (printf "eth%d" (add $i $.first)) "network" $network) -}}
{{- end -}}
networking.gke.io/default-interface: eth0
networking.gke.io/interfaces: {{ toJson $interfaces | quote }}
{{- end -}}

{{/* training-job.gke.cards: interfaces of the cards, from eth1, separated by commas. Input: networks. */}}
{{- define "training-job.gke.cards" -}}
{{- $names := list }}{{ range $i, $_ := . }}{{ $names = append $names (add1 $i | printf "eth%d") }}{{ end -}}
{{- join "," $names -}}
{{- end -}}

{{/* training-job.gke.devices: annotation that gives a daemon all GPUs of a node without taking them from the program.
     Input: daemon (its name), more (further devices). Output: YAML map. */}}
{{- define "training-job.gke.devices" -}}
{{- $devices := list -}}
{{- range until 8 }}{{ $devices = append $devices (dict "path" (printf "/dev/nvidia%d" .)) }}{{ end -}}
{{- range concat (list "/dev/nvidiactl" "/dev/nvidia-uvm") .more }}{{ $devices = append $devices (dict "path" .) }}{{ end -}}
devices.gke.io/container.{{ .daemon }}: {{ toYaml $devices | quote }}
{{- end -}}

{{/* training-job.gke.daemon-security: root, which its image expects, and the capabilities to set up network cards; nothing else.
     Input: list of capabilities. Output: YAML map. */}}
{{- define "training-job.gke.daemon-security" -}}
{{ include "training-job.container-security" . }}
runAsNonRoot: false
runAsUser: 0
{{- end -}}

{{/* training-job.gke.daemon-volumes: folders of the node that a daemon mounts. Input: root. Output: YAML list. */}}
{{- define "training-job.gke.daemon-volumes" -}}
- name: nvidia
  hostPath:
    path: /home/kubernetes/bin/nvidia/lib64
- name: sys
  hostPath:
    path: /sys
- name: proc-sys
  hostPath:
    path: /proc/sys
{{- end -}}

{{/* training-job.gke.daemon-mounts: Input: nothing. Output: YAML list. */}}
{{- define "training-job.gke.daemon-mounts" -}}
- name: nvidia
  mountPath: /usr/local/nvidia/lib64
- name: sys
  mountPath: /hostsysfs
- name: proc-sys
  mountPath: /hostprocsysfs
{{- end -}}
