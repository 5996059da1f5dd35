{{/* training-job.metadata: name, namespace and labels of an object. Input: root and the object's name.
     The chart's version stays out of pod templates: a new chart would else be refused on a live JobSet. */}}
{{- define "training-job.metadata" -}}
name: {{ toYaml .name }}
namespace: {{ toYaml .root.Release.Namespace }}
labels:
  app.kubernetes.io/instance: {{ toYaml .root.Release.Name }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  app.kubernetes.io/name: training-job
  helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}
