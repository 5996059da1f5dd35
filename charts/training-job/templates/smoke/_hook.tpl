{{/* training-job.smoke.annotations: annotations that make an object of the smoke test a hook. Argo CD reads Helm's annotations if it finds
     none of its own; it does not support `test`, and so ignores the object. The next test replaces the objects of the last one.
     Input: root, weight, delete (when it is deleted). Output: YAML map. */}}
{{- define "training-job.smoke.annotations" -}}
{{- $hook := .root.Values.smokeTest.hook -}}
{{- if eq $hook "presync" }}
argocd.argoproj.io/hook: PreSync
{{- end }}
helm.sh/hook: {{ ternary "pre-install" "test" (eq $hook "pre-install") }}
helm.sh/hook-delete-policy: {{ .delete }}
helm.sh/hook-weight: {{ quote .weight }}
{{- end -}}

{{/* training-job.smoke.needed-first: annotations of all objects except the Job. Helm waits until a Job ends, so they are created before it,
     and deleted when it succeeds. Argo CD creates them in the Job's own wave: it may wait for the health of a PodGroup, which waits for the
     Job's pods.
     Input: root. Output: YAML map. */}}
{{- define "training-job.smoke.needed-first" -}}
{{ include "training-job.smoke.annotations" (dict "root" . "weight" -1 "delete" "before-hook-creation,hook-succeeded") }}
{{- if ne .Values.smokeTest.hook "test" }}
argocd.argoproj.io/sync-wave: "0"
{{- end }}
{{- end -}}
