{{/* training-job.problems.smoke.floor: a minimum that even healthy nodes can't reach. Input: root. */}}
{{- define "training-job.problems.smoke.floor" -}}
{{- $floor := .Values.smokeTest.minBusbw -}}
{{- if $floor -}}
{{- $nodes := include "training-job.smoke.nodes" . | int64 -}}
{{- $processes := include "training-job.processes" . | int64 -}}
{{- $size := dict "root" . "nodes" $nodes "processes" $processes "algorithm" (include "training-job.smoke.algorithm" .) -}}
{{- $cards := include "training-job.smoke.over-cards" $size -}}
{{- if and $cards (gt (float64 $floor) (float64 $cards)) }}
- at '/smokeTest/minBusbw': must be at most {{ $cards }} GB/s, the maximum of {{ $nodes }} nodes with {{ toJson .Values.smokeTest.nodeBandwidth }} GB/s of cards, got {{ toJson $floor }} (hint: lower it, or leave it out for the known floor; busbw is in bytes, not in bits)
{{- end -}}
{{- $known := include "training-job.smoke.known" $size | fromJson -}}
{{- if and $known.ceiling (gt (float64 $floor) (float64 $known.ceiling)) }}
- at '/smokeTest/minBusbw': must be at most {{ toJson $known.ceiling }} GB/s, the maximum of the hardware ({{ splitList "; " $known.source | last }}), got {{ toJson $floor }} (hint: lower it, or leave it out for the known floor; busbw is in bytes, not in bits)
{{- end -}}
{{- end -}}
{{- end -}}

{{/* training-job.smoke.algorithm: the algorithm that the user sets for NCCL, `auto` if NCCL chooses. Input: root. */}}
{{- define "training-job.smoke.algorithm" -}}
{{- $asked := index .Values.env "NCCL_ALGO" -}}
{{- if and $asked (kindIs "string" $asked) }}{{ lower $asked | title }}{{ else }}auto{{ end -}}
{{- end -}}

{{/* training-job.smoke.over-cards: the busbw that saturates the cards of a node; nothing if it is unknown. Ring moves each byte through the
     cards as often as busbw counts it. A tree over two nodes moves it once; switches that reduce (SHARP) move it once for any number of
     nodes.
     Input: root, nodes, processes (of a node), algorithm. Output: a number. */}}
{{- define "training-job.smoke.over-cards" -}}
{{- $cards := ternary 0 .root.Values.smokeTest.nodeBandwidth (eq "nvlink" (include "training-job.smoke.fabric" .root)) -}}
{{- if and $cards (gt .nodes 1) (ne .root.Values.smokeTest.collective "all_to_all") -}}
{{- $world := mul .nodes .processes | float64 -}}
{{- $inSwitches := or (eq (toString (index .root.Values.env "NCCL_COLLNET_ENABLE")) "1") (contains "coll" (lower .algorithm)) -}}
{{- $onceOnly := or $inSwitches (and (eq .nodes 2) (ne .algorithm "Ring")) -}}
{{- $factor := ternary (divf (mulf 2 (subf $world 1)) $world) 1 (and $onceOnly (eq .root.Values.smokeTest.collective "all_reduce")) -}}
{{- round (mulf $cards $factor) 1 | toJson -}}
{{- end -}}
{{- end -}}

{{/* training-job.smoke.known: the row of the scripts' table that smoke_floor.py finds; empty if there is none.
     Input: root, nodes, processes, algorithm. Output: JSON. */}}
{{- define "training-job.smoke.known" -}}
{{- $test := .root.Values.smokeTest -}}
{{- $fabric := ternary (include "training-job.smoke.fabric" .root) "none" (gt .nodes 1) -}}
{{- $gpu := include "training-job.smoke.gpu" .root -}}
{{- $known := dict -}}
{{- if and $gpu (eq $test.collective "all_reduce") -}}
{{- range (.root.Files.Get "files/nccl/busbw.json" | fromJson).rows -}}
{{- $sameSize := and (eq (int64 .nodes) $.nodes) (eq (int64 .procs) $.processes) -}}
{{- if and $sameSize (eq .gpu $gpu) (eq .fabric $fabric) (eq .algorithm $.algorithm) }}{{ $known = . }}{{ end -}}
{{- end -}}
{{- end -}}
{{- toJson $known -}}
{{- end -}}
