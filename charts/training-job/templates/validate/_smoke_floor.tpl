{{/* training-job.problems.smoke.floor: a floor that no measurement can reach, however healthy the nodes are. Input: root. */}}
{{- define "training-job.problems.smoke.floor" -}}
{{- $test := .Values.smokeTest -}}
{{- $nodes := include "training-job.smoke.nodes" . | int64 -}}
{{- if and $test.minBusbw $test.nodeBandwidth (gt $nodes 1) -}}
{{- $factor := include "training-job.smoke.beyond-cards" (dict "root" . "nodes" $nodes) | float64 -}}
{{- $most := mulf $test.nodeBandwidth $factor -}}
{{- if gt (float64 $test.minBusbw) $most }}
- at '/smokeTest/minBusbw': {{ toJson $test.minBusbw }} GB/s is more than {{ $nodes }} nodes can reach with `nodeBandwidth: {{ toJson $test.nodeBandwidth }}`, which is {{ round $most 1 | toJson }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.smoke.beyond-cards: how often what the cards carry an all-reduce may read. Ring moves each byte through the cards twice, as
     busbw counts it. A tree over two nodes moves it once, and reads up to 1.6 times the cards, as seen; switches that
     reduce (SHARP) move it once over any number. Input: root, nodes. Output: a number. */}}
{{- define "training-job.smoke.beyond-cards" -}}
{{- $env := .root.Values.env -}}
{{- $algorithms := (index $env "NCCL_ALGO") | default "" | toString | lower -}}
{{- $inSwitches := or (eq (toString (index $env "NCCL_COLLNET_ENABLE")) "1") (contains "collnet" $algorithms) -}}
{{- if ne .root.Values.smokeTest.collective "all_reduce" -}}1
{{- else if $inSwitches -}}2
{{- else if and (eq .nodes 2) (ne $algorithms "ring") -}}1.6
{{- else -}}1
{{- end -}}
{{- end -}}
