{{/* training-job.initializer-roles: names of the initializer roles that run, separated by spaces; empty if there are none. Input: root. */}}
{{- define "training-job.initializer-roles" -}}
{{- $roles := list -}}
{{- if .Values.initializers.dataset.storageUri }}{{ $roles = append $roles "dataset-initializer" }}{{ end -}}
{{- if .Values.initializers.model.storageUri }}{{ $roles = append $roles "model-initializer" }}{{ end -}}
{{- join " " $roles -}}
{{- end -}}

{{/* training-job.initializer-volume: the volume that initializers write to and nodes read. Input: root. */}}
{{- define "training-job.initializer-volume" -}}
name: initializer
persistentVolumeClaim:
  claimName: {{ include "training-job.initializer-claim" . | toYaml }}
{{- end -}}

{{/* training-job.initializer: one initializer as a replicated job: a single pod outside the gang, which is retried on its own. Kubeflow
     Trainer's images read STORAGE_URI and write below /workspace.
     Input: root, role, initializer (its section of the spec). */}}
{{- define "training-job.initializer" -}}
- name: {{ .role }}
  replicas: 1
  template:
    metadata:
      labels:
        trainer.kubeflow.org/trainjob-ancestor-step: {{ .role }}
    spec:
      completionMode: Indexed
      completions: 1
      parallelism: 1
      backoffLimit: 3
      {{- with include "training-job.job-deadline" .root }}
      activeDeadlineSeconds: {{ . }}
      {{- end }}
      podFailurePolicy:
        rules:
          {{- include "training-job.rule.ignore-preemption" . | nindent 10 }}
      template:
        metadata:
          {{- include "training-job.pod-metadata" (dict "root" .root "scheduler" dict) | nindent 10 }}
        spec:
          {{- include "training-job.pod-defaults" .root | nindent 10 }}
          containers:
            - name: {{ .role }}
              image: {{ .initializer.image | quote }}
              imagePullPolicy: {{ .root.Values.imagePullPolicy }}
              env:
                - name: STORAGE_URI
                  value: {{ .initializer.storageUri | quote }}
                {{- range $name, $value := .initializer.env }}
                {{- if and (kindIs "string" $value) (not (contains "$(" (toString $value))) }}
                - name: {{ $name }}
                  value: {{ $value | quote }}
                {{- end }}
                {{- end }}
                {{- with (include "training-job.env.order" .initializer.env | fromJson).ordered }}
                {{- toYaml . | nindent 16 }}
                {{- end }}
              {{- with .initializer.secretRef }}
              envFrom:
                - secretRef:
                    {{- toYaml . | nindent 20 }}
              {{- end }}
              {{- with include "training-job.resources" .initializer.resources }}
              resources:
                {{- . | nindent 16 }}
              {{- end }}
              volumeMounts:
                - name: initializer
                  mountPath: {{ .root.Values.initializers.storage.mountPath | quote }}
              securityContext:
                {{- include "training-job.container-security" list | nindent 16 }}
          volumes:
            - {{ include "training-job.initializer-volume" .root | nindent 14 | trim }}
{{- end -}}
