"""RUN155 ray-entrypoint-too-large: the entrypoint of a RayJob fits on none of its nodes.

Ray starts the entrypoint on a node with as many free CPUs and GPUs as `entrypointNumCpus` and `entrypointNumGpus`
request. If no node has them, the job waits, and holds all GPUs of the cluster.

Source: https://docs.ray.io/en/latest/cluster/running-applications/job-submission/ray-job.html

Example:
    apiVersion: ray.io/v1
    kind: RayJob
    metadata: {name: sft}
    spec:
      entrypoint: python train.py
      entrypointNumGpus: 16
      rayClusterSpec:
        headGroupSpec:
          rayStartParams: {}
          template:
            spec:
              containers:
                - name: head
                  image: registry.example/train:1
                  resources: {limits: {cpu: 96, nvidia.com/gpu: 8}}
                  volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
              volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
        workerGroupSpecs:
          - groupName: gpu
            replicas: 1
            minReplicas: 1
            maxReplicas: 1
            rayStartParams: {}
            template:
              spec:
                containers:
                  - name: worker
                    image: registry.example/train:1
                    resources: {limits: {cpu: 96, nvidia.com/gpu: 8}}
                    volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
                volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
Use instead:
    apiVersion: ray.io/v1
    kind: RayJob
    metadata: {name: sft}
    spec:
      entrypoint: python train.py
      entrypointNumGpus: 8
      rayClusterSpec:
        headGroupSpec:
          rayStartParams: {}
          template:
            spec:
              containers:
                - name: head
                  image: registry.example/train:1
                  resources: {limits: {cpu: 96, nvidia.com/gpu: 8}}
                  volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
              volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
        workerGroupSpecs:
          - groupName: gpu
            replicas: 1
            minReplicas: 1
            maxReplicas: 1
            rayStartParams: {}
            template:
              spec:
                containers:
                  - name: worker
                    image: registry.example/train:1
                    resources: {limits: {cpu: 96, nvidia.com/gpu: 8}}
                    volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
                volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.problem import Severity
from render.rules.launcher._ray import groups
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=("ray.io/RayJob",), keys=("entrypointNumCpus", "entrypointNumGpus"))
def check(item: Object) -> Iterator[Finding]:
    """Compare what the entrypoint requests with the largest node."""
    found = tuple(groups(item))
    if any(group.claims for group in found):
        return
    for field, what, sizes in (
        ("entrypointNumCpus", "CPUs", [group.cpus for group in found]),
        ("entrypointNumGpus", "GPUs", [group.gpus for group in found]),
    ):
        amount, known = item.data.get("spec", {}).get(field), [size for size in sizes if size is not None]
        if amount is not None and known and len(known) == len(sizes) and amount > max(known):
            message = f"the entrypoint requests {amount:g} {what}, but the largest node has {max(known)}"
            yield Finding(
                ("spec", field), message, f"set it to at most `{max(known)}`, or remove it: the driver only waits"
            )
