"""SCD209 run-larger-than-gang: a run needs all of its pods, and its gang is satisfied with fewer, or asks for more.

`minAvailable` becomes the minimum of the PodGroup that the operator makes. With fewer than there are the first pods
hold their GPUs and wait for the rest; with more none of them ever starts. By itself it is the number of all pods.

Source: https://github.com/kubeflow/arena/tree/master/charts/pytorchjob

Example:
    apiVersion: kubeflow.org/v1
    kind: PyTorchJob
    metadata: {name: train}
    spec:
      runPolicy: {schedulingPolicy: {minAvailable: 1, queue: research}}
      pytorchReplicaSpecs:
        Master:
          template: {spec: {containers: [{name: pytorch, image: "registry.example/train:1"}]}}
        Worker:
          replicas: 3
          template: {spec: {containers: [{name: pytorch, image: "registry.example/train:1"}]}}
Use instead:
    apiVersion: kubeflow.org/v1
    kind: PyTorchJob
    metadata: {name: train}
    spec:
      runPolicy: {schedulingPolicy: {minAvailable: 4, queue: research}}
      pytorchReplicaSpecs:
        Master:
          template: {spec: {containers: [{name: pytorch, image: "registry.example/train:1"}]}}
        Worker:
          replicas: 3
          template: {spec: {containers: [{name: pytorch, image: "registry.example/train:1"}]}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.pods import pods
from render.problem import Severity
from render.programs.copies import copies
from render.rules.rule import Finding, rule
from render.shape.mistake import at

_PLACE = ("spec", "runPolicy", "schedulingPolicy", "minAvailable")


@rule(severity=Severity.WARNING, kinds=("kubeflow.org/MPIJob", "kubeflow.org/PyTorchJob"), keys=("minAvailable",))
def check(item: Object) -> Iterator[Finding]:
    """Compare the minimum with all pods. The launcher of an MPIJob may come later than the workers."""
    minimum, counts = at(item.data, _PLACE), [copies(pod) for pod in pods(item)]
    if minimum is None or None in counts:
        return
    total = sum(count for count in counts if count is not None)
    least = total - 1 if item.kind.name == "MPIJob" else total
    if minimum < least:
        yield Finding(_PLACE, f"the gang starts with {minimum} pods, and the run waits for {total}", f"`{total}`")
    elif minimum > total:
        yield Finding(_PLACE, f"the gang waits for {minimum} pods, and the run has {total}", f"`{total}`")
