{{/* A Ray cluster for this run. Its head is the first node and has GPUs like the others: the user's program runs there, and programs that
     place rank 0 at the head's address (LLaMA-Factory) find a GPU.
     Input: root. Output: YAML {literals, trainer, scripts, roles}. */}}
{{- define "training-job.launcher.ray" -}}
{{- $name := include "training-job.name" . -}}
{{- $scripts := include "training-job.scripts.folder" . -}}
{{- $address := printf "%s-head-0-0.%s:%d" $name $name (int64 .Values.network.port) -}}
{{- $others := sub (include "training-job.nodes" . | int64) 1 -}}
{{- $join := list (printf "--address=%s" $address) (printf "--timeout=%d" (int64 .Values.ray.joinTimeoutSeconds)) -}}
{{- $nodes := list (printf "--nodes=%d" $others) (printf "--node=%s-node-0-{}.%s" $name $name) -}}
{{- $result := list }}{{ with .Values.ray.resultFile }}{{ $result = list (printf "--result=%s" .) }}{{ end -}}
{{- $ray := include "training-job.ray.options" . | fromJsonArray -}}
{{- $dashboard := list "--dashboard-host=127.0.0.1" (printf "--dashboard-port=%d" (add 7 (int64 .Values.network.port))) "--disable-usage-stats" -}}
literals:
  RAY_ADDRESS: {{ quote $address }}
  NUM_PROCESSES: {{ mul (include "training-job.nodes" . | int64) (include "training-job.processes" . | int64) | quote }}
{{- with .Values.ray.storagePath }}
  {{ $.Values.storage.checkpoints.env }}: {{ quote . }}
{{- end }}
trainer: head
scripts: [ray/ray_head.py, ray/ray_node.py, ray/ray_start.py]
roles:
  - name: head
    isNode: true
    command: [python3, -B, {{ $scripts }}/ray_head.py]
    args: {{ concat $join $nodes $result $ray $dashboard (list "--") .Values.command .Values.args | toJson }}
    mounts:
      - {{ include "training-job.scripts.mount" . | nindent 8 | trim }}
{{- if $others }}
  - name: node
    pods: {{ $others }}
    command: [python3, -B, {{ $scripts }}/ray_node.py]
    args: {{ concat $join $ray | toJson }}
    mounts:
      - {{ include "training-job.scripts.mount" . | nindent 8 | trim }}
{{- end }}
{{- end -}}

{{- define "training-job.launcher.ray.problems" -}}
{{- include "training-job.problems.fixed-size" . -}}
{{- if not .Values.command }}
- at '/command': missing; the head starts it once all nodes have joined (hint: write the image's entry point as `command`)
{{- end -}}
{{- if eq (include "training-job.cpus" .) "0" }}
- at '/resourcesPerNode': no `cpu`, and Ray would count the CPUs of the machine (hint: write it under `requests`)
{{- end -}}
{{- include "training-job.problems.ray-ports" . }}
{{ include "training-job.problems.ray-storage" . }}
{{- end -}}
