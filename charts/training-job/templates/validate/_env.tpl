{{/* training-job.problems.env: reserved variables, circular references, more data than a ConfigMap can hold. Input: root. */}}
{{- define "training-job.problems.env" -}}
{{- $reserved := include "training-job.env.written" . | fromJson -}}
{{- range .Values.prepared.roles }}{{ range .env }}{{ $_ := set $reserved .name "" }}{{ end }}{{ end -}}
{{- if include "training-job.preflight.runs" . -}}
{{- range include "training-job.preflight.env" . | fromJsonArray }}{{ $_ := set $reserved .name "" }}{{ end -}}
{{- end -}}
{{- $others := merge dict (.Values.prepared.fabric.literals | default dict) (ternary dict (.Values.prepared.launcher.literals | default dict) (not (empty .Values.ray.storagePath))) -}}
{{- range .Values.prepared.roles }}{{ range .env }}{{ $_ := set $others .name "" }}{{ end }}{{ end -}}
{{- with .Values.storage.checkpoints -}}
{{- if and (ne .mode "none") (hasKey $others .env) }}
- at '/storage/checkpoints/env': reserved, set from `launcher` and `network` (hint: use another name, such as CHECKPOINT_DIR)
{{- end -}}
{{- end -}}
{{- range $name, $value := .Values.env -}}
{{- if and (hasKey $reserved $name) (not (kindIs "invalid" $value)) }}
- at '/env/{{ $name }}': reserved, set from `launcher`, `network` and `storage` (hint: remove it)
{{- end -}}
{{- end -}}
{{- range $pointer, $env := dict "/env" .Values.env "/initializers/dataset/env" .Values.initializers.dataset.env "/initializers/model/env" .Values.initializers.model.env -}}
{{- range (include "training-job.env.order" $env | fromJson).circles }}
- at '{{ $pointer }}/{{ first . }}': circular reference ({{ join " -> " . }}), which Kubernetes would leave as text (hint: write the value out; variables of the image can't be referenced)
{{- end -}}
{{- end -}}
{{- $bytes := len (include "training-job.env.literals" .) -}}
{{- if gt $bytes 1000000 }}
- at '/env': must have at most 1000000 bytes of variables, got {{ $bytes }}: a ConfigMap holds 1 MiB (hint: put large texts into a file)
{{- end -}}
{{- end -}}
