{{/* training-job.validate: refuses a spec that would render nonsense, with all reasons in one message, each a line
     `- at 'POINTER': what is wrong (hint: what to write)`. Values of a wrong type never come here. Input: root. */}}
{{- define "training-job.validate" -}}
{{- $found := "" -}}
{{- $checks := list "training-job.problems.text" "training-job.problems.names" "training-job.problems.size" "training-job.problems.resources" "training-job.problems.storage" "training-job.problems.env" "training-job.problems.pod" "training-job.problems.network" "training-job.problems.fabric" "training-job.problems.preflight" "training-job.problems.smoke" "training-job.problems.trainjob" "training-job.problems.gitops" -}}
{{- $plugins := list (printf "training-job.launcher.%s.problems" .Values.launcher) (printf "training-job.scheduler.%s.problems" .Values.scheduler) (printf "training-job.fabric.%s.problems" .Values.network.fabric) -}}
{{- range $check := concat $checks $plugins }}{{ $found = printf "%s\n%s" $found (include $check $) }}{{ end -}}
{{- include "training-job.refuse" $found -}}
{{- end -}}

{{/* training-job.refuse: fails where there are reasons, with their number. Input: text, each reason a line. */}}
{{- define "training-job.refuse" -}}
{{- $lines := splitList "\n" . | compact -}}
{{- if $lines }}{{ fail (printf "training-job: %d problem(s)\n%s" (len $lines) (join "\n" $lines)) }}{{ end -}}
{{- end -}}
