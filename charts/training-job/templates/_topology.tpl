{{/* Placement of the nodes within one level of the network, such as a rack. Each scheduler's template writes it in the scheduler's way. */}}

{{/* training-job.topology.labels: the node labels that `topology` names.
     Input: root. Output: JSON {level, slice}; the key is missing if the spec does not set it, the value is empty for an unknown level. */}}
{{- define "training-job.topology.labels" -}}
{{- $labels := dict -}}
{{- with .Values.topology.level }}{{ $_ := set $labels "level" (include "training-job.topology.label" (dict "root" $ "level" .)) }}{{ end -}}
{{- with .Values.topology.slice.level }}{{ $_ := set $labels "slice" (include "training-job.topology.label" (dict "root" $ "level" .)) }}{{ end -}}
{{- toJson $labels -}}
{{- end -}}

{{/* training-job.topology.label: a level that is a label, or the label of a name on the run's platform. Input: root, level. */}}
{{- define "training-job.topology.label" -}}
{{- if contains "/" .level -}}
{{- .level -}}
{{- else -}}
{{- $table := .root.Files.Get "files/topology_levels.json" | fromJson -}}
{{- $platform := (include "training-job.machine" .root | fromJson).platform | default (get $table.fabrics .root.Values.network.fabric) -}}
{{- $found := "" -}}
{{- range $table.labels -}}
{{- if and (not $found) (eq .level $.level) (has .platform (list "*" $platform)) }}{{ $found = .label }}{{ end -}}
{{- end -}}
{{- $found -}}
{{- end -}}
{{- end -}}

{{/* training-job.topology.affinity: the affinity of a node to the others of the same attempt, whose Job has a UID of its own: the pods of
     an attempt that still end keep no rack for the next one. It is added to the user's.
     Input: root. Output: nothing; `pod.affinity` is changed in place. */}}
{{- define "training-job.topology.affinity" -}}
{{- with (include "training-job.topology.labels" . | fromJson).level -}}
{{- $term := dict "topologyKey" . "labelSelector" dict "matchLabelKeys" (list "batch.kubernetes.io/controller-uid") -}}
{{- $kind := "requiredDuringSchedulingIgnoredDuringExecution" -}}
{{- if eq $.Values.topology.mode "preferred" -}}
{{- $kind = "preferredDuringSchedulingIgnoredDuringExecution" -}}
{{- $term = dict "weight" 100 "podAffinityTerm" $term -}}
{{- end -}}
{{- $affinity := $.Values.pod.affinity | default dict -}}
{{- $between := $affinity.podAffinity | default dict -}}
{{- $terms := get $between $kind | default list -}}
{{- if not (has $term $terms) }}{{ $terms = append $terms $term }}{{ end -}}{{/* the smoke test's values are a copy of the run's */}}
{{- $_ := set $.Values.pod "affinity" (merge (dict "podAffinity" (merge (dict $kind $terms) $between)) $affinity) -}}
{{- end -}}
{{- end -}}
