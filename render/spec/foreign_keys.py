"""Hints for keys of other systems that a spec does not have, with the equivalent key of a spec."""

_NODES = "`numNodes` is the number of nodes here"
_PROCESSES = "`numProcPerNode` is the number of processes of a node here"
_CONTAINER = "it belongs under `container`, for the training container"
_NODE_PORT = "a port of the node is `container.ports[].hostPort`"
_FLAT = "a spec is flat: move what is below one level up"

HINTS = {
    # Kubeflow Trainer and its operators.
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
    # Fields of a pod's main container.
    "lifecycle": _CONTAINER,
    "hostPort": _NODE_PORT,
    "hostPorts": _NODE_PORT,
    "livenessProbe": _CONTAINER,
    "ports": _CONTAINER,
    "readinessProbe": _CONTAINER,
    "startupProbe": _CONTAINER,
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
    "rendezvous": "write `network: {port: …}`; options of torchrun belong under `torchrun`",
    "masterPort": "write `network: {port: …}`",
    "timeout": "write `activeDeadlineSeconds`",
    # Pods.
    "containers": "the container is this spec: `image`, `command`, `args`, `env`; others belong under `pod.sidecars`",
    "entrypoint": "it is `command` here",
    "environment": "it is `env` here",
    "metadata.generateName": "write `name: …` at the top level",
    "metadata.name": "write `name: …` at the top level",
    "namespace": "it is the release's: `-n NAMESPACE`",
    "queue": "it belongs to the scheduler: `volcano.queue` or `kueue.queue`",
    "queueName": "it belongs to the scheduler: `volcano.queue` or `kueue.queue`",
    "resources": "it is `resourcesPerNode` here",
    "restartPolicy": "write `failurePolicy`",
    "securityContext": "it belongs under `pod`, or under `container` for the training container alone",
    "shmSize": "write `storage: {sharedMemory: {sizeLimit: …}}`",
    "terminationGracePeriodSeconds": "it belongs under `pod`",
    "volumeMounts": "a volume says where it is mounted: `storage.volumes[].mountPath`",
}
"""Hints by key or dotted path. A test checks that no key is a top-level key of the spec's schema."""
