"""RUN154 ray-workers-too-many: LLaMA-Factory on Ray requests more GPUs than the cluster has.

`ray_num_workers` is the number of processes, not of nodes. Each process has one GPU.

Source: https://github.com/hiyouga/LLaMA-Factory/issues/7084

Example:
    apiVersion: ray.io/v1
    kind: RayJob
    metadata: {name: sft}
    spec:
      entrypoint: USE_RAY=1 llamafactory-cli train sft.yaml ray_num_workers=24
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
      entrypoint: USE_RAY=1 llamafactory-cli train sft.yaml ray_num_workers=16
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
from render.rules.launcher._plural import plural
from render.rules.launcher._ray import groups, llamafactory, setting
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=("ray.io/RayJob",))
def check(item: Object) -> Iterator[Finding]:
    """Compare the processes with the GPUs of all nodes, unless an autoscaler adds some."""
    command = llamafactory(item)
    workers = None if command is None else setting(command, "ray_num_workers")
    found = tuple(groups(item))
    if workers is None or not workers.text.isdecimal() or any(group.copies is None or group.claims for group in found):
        return
    devices = sum(group.gpus * (group.copies or 0) for group in found)
    if found and int(workers.text) > devices:
        message = f"`ray_num_workers` is {workers.text}, but the cluster has {plural(devices, 'GPU')}, one per process"
        yield Finding(workers.path, message, f"set it to at most `{devices}`")
