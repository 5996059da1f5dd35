"""RUN141 roles-uneven: the nodes of one run have different numbers of GPUs.

torchrun itself joins nodes of different sizes. Programs that take the number of all processes for nodes times those of
one node wait for processes that never come, after the model has loaded: LLaMA-Factory, DeepSpeed and most scripts do.

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

from render.kube.gpus import gpus
from render.manifests.objects import Object
from render.manifests.pods import Pod, pods
from render.problem import Severity
from render.programs.programs import takes_part
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_KINDS = ("batch.volcano.sh/Job", "jobset.x-k8s.io/JobSet", "kubeflow.org/PyTorchJob")


@rule(severity=Severity.WARNING, kinds=_KINDS)
def check(item: Object) -> Iterator[Finding]:
    """Compare the roles that know of each other, and train: those with GPUs."""
    sizes = [size for pod in pods(item) if takes_part(pod) for size in _sizes(pod)]
    most = max((count for _, count in sizes), default=0)
    for path, count in sizes:
        if count < most:
            message = f"{count} GPUs, and other nodes of the run have {most}"
            yield Finding((*path, "resources"), message, "nodes of one size")


def _sizes(pod: Pod) -> Iterator[tuple[Path, int]]:
    for container in pod.containers:
        count = gpus(container.data.get("resources", {}))
        if count and container.kind == "containers":
            yield container.path, count
