{{/* The contributions of a fabric (`training-job.fabric.NAME`); each part is optional. Input: root. Output: YAML:
       literals        variables of all pods; a user's variable of the same name is rejected
       env             list of EnvVar of the nodes alone, for what would break the programs of other roles
       resources       devices and huge pages of a node, as requests and as limits: quantities by name
       capabilities    of the program and of the preflight check
       annotations     of a node's pod
       claims          list of PodResourceClaim, of the pod and of both containers
       devices         requests of the run's own claim, as in `devices`
       sidecars        containers that run next to the program, started before the preflight check
       volumes, mounts of the program and of the preflight check */}}

{{/* training-job.applyFabric: adds the fabric's contributions to a node, except variables.
     Input: role, fabric. Output: nothing; role is changed in place. */}}
{{- define "training-job.applyFabric" -}}
{{- range $list := list "env" "capabilities" "volumes" "mounts" -}}
{{- with index $.fabric $list }}{{ $_ := set $.role $list (concat (index $.role $list) .) }}{{ end -}}
{{- end -}}
{{- with .fabric.resources -}}
{{- $resources := deepCopy $.role.resources -}}
{{- range $side := list "requests" "limits" -}}
{{- $_ := set $resources $side (merge (deepCopy $.fabric.resources) (index $resources $side)) -}}
{{- end -}}
{{- $_ := set $.role "resources" $resources -}}
{{- end -}}
{{- range $part := list "annotations" "sidecars" "claims" -}}
{{- with index $.fabric $part }}{{ $_ := set $.role $part . }}{{ end -}}
{{- end -}}
{{- end -}}

{{/* training-job.fabric.adapters: the adapters of a node, by a claim or by the resource of a device plug-in.
     Input: deviceClassName or resource, devices. Output: YAML, parts of a fabric's contribution. */}}
{{- define "training-job.fabric.adapters" -}}
{{- if .deviceClassName }}
devices:
  adapter:
    deviceClassName: {{ toYaml .deviceClassName }}
    count: {{ int64 .devices }}
{{- else }}
resources:
  {{ .resource }}: {{ int64 .devices }}
{{- end }}
{{- end -}}

{{/* training-job.interface: the interface of the sockets for the rendezvous. A fabric's adapters carry the data, not the rendezvous; off
     the host network, the container runtime calls a pod's first interface eth0. Empty if each library chooses.
     Input: root. */}}
{{- define "training-job.interface" -}}
{{- $network := .Values.network -}}
{{- $network.interface | default (ternary "eth0" "" (and (not (empty .Values.prepared.fabric)) (not $network.hostNetwork))) -}}
{{- end -}}
