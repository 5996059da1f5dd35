"""RUN151 ray-gpus-differ: Ray is told of another number of GPUs than its container has.

KubeRay tells Ray the GPUs of the container's limit. `num-gpus` in `rayStartParams` wins over that: with more, Ray
starts workers that find no device; with fewer, the others are paid for and never used.

Source: https://docs.ray.io/en/latest/cluster/kubernetes/user-guides/gpu.html

Example:
    apiVersion: ray.io/v1
    kind: RayJob
    metadata: {name: sft}
    spec:
      entrypoint: python train.py
      rayClusterSpec:
        headGroupSpec:
          rayStartParams: {}
          template:
            spec:
              containers:
                - name: head
                  image: registry.example/train:1
                  resources: {limits: {cpu: 8}}
                  volumeMounts: [{name: shared-memory, mountPath: /dev/shm}]
              volumes: [{name: shared-memory, emptyDir: {medium: Memory}}]
        workerGroupSpecs:
          - groupName: gpu
            replicas: 1
            minReplicas: 1
            maxReplicas: 1
            rayStartParams: {num-gpus: "4"}
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
      rayClusterSpec:
        headGroupSpec:
          rayStartParams: {}
          template:
            spec:
              containers:
                - name: head
                  image: registry.example/train:1
                  resources: {limits: {cpu: 8}}
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

from render.kube.gpus import gpus
from render.manifests.objects import Object
from render.problem import Severity
from render.rules.launcher._ray import KINDS, groups
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=KINDS, keys=("num-gpus",))
def check(item: Object) -> Iterator[Finding]:
    """Compare what Ray is told with the limit. Devices of a claim are not counted."""
    for group in groups(item):
        has = gpus(group.resources)
        if not group.claims and group.gpus != has:
            path = (*group.parameters, "num-gpus")
            effect = "the others are never used" if group.gpus < has else "workers on the others find no device"
            yield Finding(
                path, f"Ray is told of {group.gpus} GPUs, and the container has {has}: {effect}", "leave it out"
            )
