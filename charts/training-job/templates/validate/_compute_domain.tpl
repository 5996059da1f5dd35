{{/* training-job.problems.compute-domain: a ComputeDomain on nodes without NVLink between them, or one that breaks another one.
     Input: root. */}}
{{- define "training-job.problems.compute-domain" -}}
{{- if include "training-job.compute-domain.is-own" . -}}
{{- $network := .Values.network -}}
{{- $nodes := include "training-job.nodes" . | int64 -}}
{{- $asked := int64 $network.computeDomain.numNodes -}}
{{- if eq $network.fabric "none" }}
- at '/network/computeDomain/mode': `create` requires a fabric, which carries the data between racks (hint: set `network.fabric`; `sockets` where there is no other)
{{- else if (index $network $network.fabric).computeDomain }}
- at '/network/{{ $network.fabric }}/computeDomain': contradicts `network.computeDomain.mode: create`, which creates one (hint: remove one of them)
{{- end -}}
{{- with $network.machineType -}}
{{- if not (include "training-job.machine" $ | fromJson).domain }}
- at '/network/computeDomain/mode': {{ . }} has no NVLink between nodes (hint: remove it)
{{- end -}}
{{- end -}}
{{- if and $asked (include "training-job.elastic" .) }}
- at '/network/computeDomain/numNodes': must be 0 for an elastic run, whose number of nodes changes
{{- else if and $asked (ne $asked $nodes) }}
- at '/network/computeDomain/numNodes': must be 0 or the number of the run's nodes, {{ $nodes }}, got {{ $asked }}
{{- end -}}
{{- if and .Values.prepared.smoke (include "training-job.trains" .) (eq (toString .Values.smokeTest.hook) "test") }}
- at '/smokeTest/hook': `test` starts a second ComputeDomain next to the run's: two of them within one NVLink domain break each other's memory access, https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/issues/892 (hint: use `pre-install` or `presync`, or `mode: only`)
{{- end -}}
{{- range $i, $claim := .Values.pod.resourceClaims -}}
{{- if eq (toString $claim.name) "compute-domain" }}
- at '/pod/resourceClaims/{{ $i }}/name': duplicate name "compute-domain", already used by `network.computeDomain`
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
