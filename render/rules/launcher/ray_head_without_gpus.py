"""RUN153 ray-head-without-gpus: LLaMA-Factory expects its first process on Ray's head, which has no GPU.

LLaMA-Factory tells all processes that the first one is on the head. If the head has no GPUs, the first one runs on a
worker, and the others wait at the head until NCCL's timeout.

Source: https://github.com/hiyouga/LLaMA-Factory/issues/10347

Example:
    apiVersion: ray.io/v1
    kind: RayJob
    metadata: {name: sft}
    spec:
      entrypoint: USE_RAY=1 llamafactory-cli train sft.yaml
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
            replicas: 2
            minReplicas: 2
            maxReplicas: 2
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
      entrypoint: USE_RAY=1 llamafactory-cli train sft.yaml
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
from render.rules.launcher._ray import groups, llamafactory, setting
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=("ray.io/RayJob",))
def check(item: Object) -> Iterator[Finding]:
    """Report a head without GPUs if the workers have several. `master_addr=` may name another node."""
    command = llamafactory(item)
    if command is None or setting(command, "master_addr") is not None:
        return
    found = tuple(groups(item))
    devices = sum(group.gpus * (2 if group.copies is None else group.copies) for group in found if not group.is_head)
    for head in (group for group in found if group.is_head and not group.claims):
        if head.gpus == 0 and devices > 1:
            message = "the processes look for the first one on the head, which has no GPU and so doesn't run it"
            hint = "give the head the GPUs of one worker, or set `master_addr` to the first worker"
            yield Finding((*head.container.path, "resources"), message, hint)
