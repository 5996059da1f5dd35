"""What other systems call things: a key that a spec has not, and what stands for it here."""

_NODES = "`numNodes` is the number of nodes here"
_PROCESSES = "`numProcPerNode` is the number of processes of a node here"
_FLAT = "a spec is flat: move what is below one level up"

WORDS = {
    # Kubeflow Trainer and its operators.
    "metadata": "write its `name` at the top; labels and annotations belong under `pod`",
    "mlPolicy": "write `numNodes` and `numProcPerNode` at the top",
    "mpiPolicy": "write `launcher: mpi`",
    "nprocPerNode": _PROCESSES,
    "podTemplateOverrides": "what changes pods belongs under `pod`",
    "runtimePatches": "what changes pods belongs under `pod`",
    "runtimeRef": "there are no runtimes here: `launcher` says how the program starts",
    "slotsPerWorker": _PROCESSES,
    "spec": _FLAT,
    "template": "what describes pods belongs under `pod`",
    "torch": "write `launcher: torchrun`; its options belong under `torchrun`",
    "trainer": _FLAT,
    "cleanPodPolicy": "`ttlSecondsAfterFinished` removes a run that is over",
    "runPolicy": "`failurePolicy`, `ttlSecondsAfterFinished` and `activeDeadlineSeconds` say this here",
    "backoffLimit": "write `failurePolicy: {maxRestarts: …}`",
    # torchrun and Slurm.
    "nnodes": _NODES,
    "nodes": _NODES,
    "numWorkers": _NODES,
    "parallelism": _NODES,
    "replicas": _NODES,
    "worldSize": "it is `numNodes` times `numProcPerNode`",
    "workers": _NODES,
    "gpus": "write `resourcesPerNode: {limits: {nvidia.com/gpu: …}}`",
    "nprocPernode": _PROCESSES,
    "masterPort": "write `network: {port: …}`",
    "timeout": "write `activeDeadlineSeconds`",
    # Pods.
    "containers": "the container is this spec: `image`, `command`, `args`, `env`; others belong under `pod.sidecars`",
    "entrypoint": "it is `command` here",
    "environment": "it is `env` here",
    "namespace": "it is the release's: `-n NAMESPACE`",
    "queue": "it belongs to the scheduler: `volcano.queue` or `kueue.queue`",
    "queueName": "it belongs to the scheduler: `volcano.queue` or `kueue.queue`",
    "resources": "it is `resourcesPerNode` here",
    "restartPolicy": "write `failurePolicy`",
    "shmSize": "write `storage: {sharedMemory: {sizeLimit: …}}`",
    "volumeMounts": "a volume says where it is mounted: `storage.volumes[].mountPath`",
}
"""A test compares what is named here with the spec's schema."""
