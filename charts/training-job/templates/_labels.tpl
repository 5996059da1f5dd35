{{/* training-job.metadata: name, namespace, annotations and labels of an object.
     Input: root, name, and annotations if it has some. The chart's version is not in pod templates: the API server would reject a new chart
     version on a live JobSet. */}}
{{- define "training-job.metadata" -}}
name: {{ toYaml .name }}
namespace: {{ toYaml .root.Release.Namespace }}
{{- with merge dict (.annotations | default .root.Values.prepared.annotations | default dict) .root.Values.metadata.annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
labels:
  app.kubernetes.io/instance: {{ toYaml .root.Release.Name }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  app.kubernetes.io/name: training-job
  helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
  {{- with .root.Values.metadata.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}
