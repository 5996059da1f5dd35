{{/* training-job.ray.options: options of `ray start` on every node. Without them Ray counts the CPUs and GPUs of the machine and chooses
     random ports; the ports of workers are Ray's default.
     Input: root. Output: JSON list. */}}
{{- define "training-job.ray.options" -}}
{{- $port := int64 .Values.network.port -}}
{{- $options := list (printf "--num-cpus=%s" (include "training-job.cpus" .)) (printf "--num-gpus=%s" (include "training-job.gpus" .)) -}}
{{- range $i, $name := list "node-manager" "object-manager" "runtime-env-agent" "dashboard-agent-grpc" "dashboard-agent-listen" "metrics-export" -}}
{{- $options = append $options (printf "--%s-port=%d" $name (add $port 1 $i)) -}}
{{- end -}}
{{- concat $options (list "--min-worker-port=10002" "--max-worker-port=19999") | toJson -}}
{{- end -}}
