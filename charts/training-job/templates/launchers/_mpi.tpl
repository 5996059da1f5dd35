{{/* mpirun finds its hosts by a variable, which has another name in each implementation; Open MPI 5 leaves this to PRRTE, which has names
     of its own. Programs with a rendezvous address get the usual variables: the first process is on the first node.
     Input: root. Output: YAML {literals, trainer, scripts, files, roles}. */}}
{{- define "training-job.launcher.mpi" -}}
{{- $hostfile := "/etc/mpi/hostfile" -}}
{{- $openmpi := dict "OMPI_MCA_orte_default_hostfile" $hostfile "PRTE_MCA_prte_default_hostfile" $hostfile -}}
{{- /* Otherwise mpirun refuses to run as root, the usual user of a container. */ -}}
{{- $_ := set $openmpi "OMPI_ALLOW_RUN_AS_ROOT" "1" }}{{ $_ := set $openmpi "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM" "1" -}}
{{- $intel := dict "I_MPI_HYDRA_HOST_FILE" $hostfile "I_MPI_HYDRA_BOOTSTRAP" "ssh" "I_MPI_PERHOST" (include "training-job.processes" .) -}}
{{- $env := get (dict "openmpi" $openmpi "mpich" (dict "HYDRA_HOST_FILE" $hostfile) "intel" $intel) .Values.mpi.implementation -}}
{{- $format := ternary "%s slots=%s" "%s:%s" (eq .Values.mpi.implementation "openmpi") -}}
literals:
  MASTER_ADDR: {{ include "training-job.master-address" . | quote }}
  MASTER_PORT: {{ int64 .Values.network.port | quote }}
{{ include "training-job.ssh" (dict "root" . "env" $env "hostfile" $hostfile "format" $format) }}
{{- end -}}

{{- define "training-job.launcher.mpi.problems" -}}
{{- include "training-job.problems.ssh" . -}}
{{- end -}}
