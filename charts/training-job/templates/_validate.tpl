{{/* training-job.validate: rejects an invalid spec, with all problems in one message, one line each:
     `- at 'POINTER': message (hint: way out)`. Types are checked before. Input: root. */}}
{{- define "training-job.validate" -}}
{{- $found := "" -}}
{{- $checks := list "training-job.problems.text" "training-job.problems.names" "training-job.problems.size" "training-job.problems.resources" "training-job.problems.devices" "training-job.problems.storage" "training-job.problems.env" "training-job.problems.pod" "training-job.problems.dns" "training-job.problems.container" "training-job.problems.metadata" "training-job.problems.network" "training-job.problems.fabric" "training-job.problems.compute-domain" "training-job.problems.topology" "training-job.problems.preflight" "training-job.problems.hang" "training-job.problems.smoke" "training-job.problems.trainjob" "training-job.problems.gitops" -}}
{{- $plugins := list (printf "training-job.launcher.%s.problems" .Values.launcher) (printf "training-job.scheduler.%s.problems" .Values.scheduler) (printf "training-job.fabric.%s.problems" .Values.network.fabric) -}}
{{- range $check := concat $checks $plugins }}{{ $found = printf "%s\n%s" $found (include $check $) }}{{ end -}}
{{- include "training-job.refuse" $found -}}
{{- end -}}

{{/* training-job.refuse: fails if there are problems, with their number. Input: text, one problem per line. */}}
{{- define "training-job.refuse" -}}
{{- $lines := splitList "\n" . | compact -}}
{{- if $lines }}{{ fail (printf "training-job: %d problem(s)\n%s" (len $lines) (join "\n" $lines)) }}{{ end -}}
{{- end -}}
