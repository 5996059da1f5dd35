"""RUN151 ray-gpus-differ: Ray has a different number of GPUs than its container.

KubeRay passes the container's GPU limit to Ray. `num-gpus` in `rayStartParams` overrides it: with more, Ray starts
workers that find no device; with fewer, the other GPUs are never used.

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

from render.kube.devices import gpu_count
from render.manifests.objects import Object
from render.problem import Severity
from render.rules.launcher._plural import plural
from render.rules.launcher._ray import KINDS, groups
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=KINDS, keys=("num-gpus",))
def check(item: Object) -> Iterator[Finding]:
    """Compare `num-gpus` with the limit. Devices of a claim are not counted."""
    for group in groups(item):
        has = gpu_count(group.resources)
        if not group.claims and group.gpus != has:
            path = (*group.parameters, "num-gpus")
            effect = "the other GPUs are never used" if group.gpus < has else "some workers find no device"
            yield Finding(
                path, f"`num-gpus` is {group.gpus}, but the container has {plural(has, 'GPU')}: {effect}", "remove it"
            )
