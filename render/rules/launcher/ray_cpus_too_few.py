"""RUN152 ray-cpus-too-few: LLaMA-Factory on Ray reserves more CPUs than the container has.

LLaMA-Factory reserves 10 CPUs with each GPU, regardless of what the training needs. In a container with fewer CPUs the
placement group stays pending, and the job waits without a message.

Source: https://github.com/hiyouga/LLaMA-Factory/issues/10348

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
                  resources: {limits: {cpu: 64, nvidia.com/gpu: 8}}
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
                    resources: {limits: {cpu: 64, nvidia.com/gpu: 8}}
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
from render.rules.launcher._plural import plural
from render.rules.launcher._ray import CPUS, groups, llamafactory
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=("ray.io/RayJob",))
def check(item: Object) -> Iterator[Finding]:
    """Report containers that run out of CPUs before GPUs."""
    for group in groups(item) if llamafactory(item) else ():
        needed = CPUS * group.gpus
        if group.cpus is not None and group.cpus < needed:
            message = (
                f"LLaMA-Factory reserves {CPUS} CPUs for each of {plural(group.gpus, 'GPU')}, but Ray has "
                f"{group.cpus} here"
            )
            yield Finding((*group.container.path, "resources"), message, f"request {needed} CPUs or more")
