"""SCD209 min-available-differs: a run needs all of its pods, but `minAvailable` is a different number.

`minAvailable` becomes the minimum of the PodGroup that the operator creates. If it is too low, the first pods hold
their GPUs and wait for the rest; if it is too high, no pod ever starts. It defaults to the number of all pods.

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
from render.programs.replicas import replica_count
from render.rules.rule import Finding, rule
from render.schema_errors.error import get_path

_PLACE = ("spec", "runPolicy", "schedulingPolicy", "minAvailable")


@rule(severity=Severity.WARNING, kinds=("kubeflow.org/MPIJob", "kubeflow.org/PyTorchJob"), keys=("minAvailable",))
def check(item: Object) -> Iterator[Finding]:
    """Compare the minimum with all pods. The launcher of an MPIJob may start after the workers."""
    minimum, counts = get_path(item.data, _PLACE), [replica_count(pod) for pod in pods(item)]
    if minimum is None or None in counts:
        return
    total = sum(count for count in counts if count is not None)
    least = total - 1 if item.kind.name == "MPIJob" else total
    if minimum < least:
        yield Finding(_PLACE, f"the gang starts with {minimum} pods, but the run needs {total}", f"set it to `{total}`")
    elif minimum > total:
        yield Finding(_PLACE, f"the gang needs {minimum} pods, but the run has {total}", f"set it to `{total}`")
