{{/* training-job.problems.files: paths that can't be mounted or overlap, texts that a ConfigMap can't hold or that look like a secret.
     Input: root, folders (what uses each folder, by its path). */}}
{{- define "training-job.problems.files" -}}
{{- $keys := dict -}}
{{- $files := .root.Values.files -}}
{{- range $path, $text := $files -}}
{{- $pointer := printf "/files/%s" ($path | replace "~" "~0" | replace "/" "~1") -}}
{{- $key := include "training-job.user-files.key" $path -}}
{{- if not (and (regexMatch "^(/[-._A-Za-z0-9]+)+$" $path) (eq (clean $path) $path) (le (len $path) 253)) }}
- at '{{ $pointer }}': must be an absolute path of letters, digits, `-`, `.` and `_`, at most 253 characters, without `.` and `..` (hint: write, for example, /workspace/config.yaml)
{{- else if regexMatch "^/(dev|proc|sys)(/|$)|^/etc/(hosts|hostname|resolv\\.conf)$" $path }}
- at '{{ $pointer }}': belongs to the container runtime (hint: use another folder)
{{- else if hasKey $keys $key }}
- at '{{ $pointer }}': has the same key in the ConfigMap as {{ index $keys $key }}, {{ $key }} (hint: rename one of them)
{{- else -}}
{{- $_ := set $keys $key $path -}}
{{- range $folder, $user := $.folders -}}
{{- if or (hasPrefix (printf "%s/" (trimSuffix "/" $folder)) (printf "%s/" $path)) (hasPrefix (printf "%s/" $path) (printf "%s/" $folder)) }}
- at '{{ $pointer }}': overlaps with the folder {{ $folder }} of {{ $user }} (hint: use a path outside)
{{- end -}}
{{- end -}}
{{- range $other, $_ := $files -}}
{{- if hasPrefix (printf "%s/" $other) $path }}
- at '{{ $pointer }}': {{ $other }} is a file, and can't be a folder as well (hint: use another path)
{{- end -}}
{{- end -}}
{{- end -}}
{{- if regexMatch "\\x{0}" $text }}
- at '{{ $pointer }}': contains a NUL, which is not text (hint: put binary files into the image or a volume)
{{- end -}}
{{- if regexMatch "-----BEGIN [A-Z ]*PRIVATE KEY-----|\\b(hf_[A-Za-z0-9]{30,}|gh[opsur]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{36,}|AKIA[A-Z0-9]{16}|sk-[A-Za-z0-9]{40,}|xox[abp]-[A-Za-z0-9-]{20,})\\b" $text }}
- at '{{ $pointer }}': contains a private key or a token, which anyone who may read ConfigMaps can read (hint: create a Secret and mount it in `storage.volumes`)
{{- end -}}
{{- end -}}
{{- $bytes := 0 -}}
{{- range $path, $text := $files }}{{ $bytes = add $bytes (len $path) (len $text) }}{{ end -}}
{{- if gt (int64 $bytes) 1048000 }}
- at '/files': must have at most 1048000 bytes of paths and texts, got {{ $bytes }}: a ConfigMap holds 1 MiB (hint: put large files into the image or a volume)
{{- end -}}
{{- end -}}
