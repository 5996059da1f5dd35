"""RUN141 gpu-counts-differ: the nodes of a run have different numbers of GPUs.

torchrun itself supports nodes of different sizes. Programs that compute the world size as nodes times processes per
node, such as LLaMA-Factory, DeepSpeed and most scripts, wait for processes that never start, after the model has
loaded.

Source: https://github.com/hiyouga/LLaMA-Factory/issues/3611

Example:
    apiVersion: kubeflow.org/v1
    kind: PyTorchJob
    metadata: {name: train}
    spec:
      pytorchReplicaSpecs:
        Master:
          template:
            spec:
              containers:
                - name: pytorch
                  image: registry.example/train:1
                  resources: {limits: {nvidia.com/gpu: 4}}
                  volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
              volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
        Worker:
          replicas: 3
          template:
            spec:
              containers:
                - name: pytorch
                  image: registry.example/train:1
                  resources: {limits: {nvidia.com/gpu: 8}}
                  volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
              volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
Use instead:
    apiVersion: kubeflow.org/v1
    kind: PyTorchJob
    metadata: {name: train}
    spec:
      pytorchReplicaSpecs:
        Master:
          template:
            spec:
              containers:
                - name: pytorch
                  image: registry.example/train:1
                  resources: {limits: {nvidia.com/gpu: 8}}
                  volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
              volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
        Worker:
          replicas: 3
          template:
            spec:
              containers:
                - name: pytorch
                  image: registry.example/train:1
                  resources: {limits: {nvidia.com/gpu: 8}}
                  volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
              volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
"""

from collections.abc import Iterator

from render.kube.devices import gpu_count
from render.manifests.objects import Object
from render.manifests.pods import Pod, pods
from render.problem import Severity
from render.programs.programs import knows_other_nodes
from render.rules.launcher._plural import plural
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_KINDS = ("batch.volcano.sh/Job", "jobset.x-k8s.io/JobSet", "kubeflow.org/PyTorchJob")


@rule(severity=Severity.WARNING, kinds=_KINDS)
def check(item: Object) -> Iterator[Finding]:
    """Compare the roles that train together: those with GPUs."""
    sizes = [size for pod in pods(item) if knows_other_nodes(pod) for size in _gpu_counts(pod)]
    most = max((count for _, count in sizes), default=0)
    for path, count in sizes:
        if count < most:
            message = f"this node has {plural(count, 'GPU')}, but other nodes of the run have {most}"
            yield Finding((*path, "resources"), message, "give all nodes the same number of GPUs")


def _gpu_counts(pod: Pod) -> Iterator[tuple[Path, int]]:
    for container in pod.containers:
        count = gpu_count(container.data.get("resources", {}))
        if count and container.kind == "containers":
            yield container.path, count
