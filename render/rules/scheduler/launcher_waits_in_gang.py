"""SCD210 launcher-waits-in-gang: the workers wait for a launcher that waits for them.

With `WaitForWorkersReady` the launcher is made when all workers run. A gang that counts the launcher, as it does by
itself, lets no worker start before the launcher exists.

Source: https://github.com/kubeflow/mpi-operator/issues/608

Example:
    apiVersion: kubeflow.org/v2beta1
    kind: MPIJob
    metadata: {name: train}
    spec:
      launcherCreationPolicy: WaitForWorkersReady
      runPolicy: {schedulingPolicy: {minAvailable: 3, queue: research}}
      mpiReplicaSpecs:
        Launcher:
          template: {spec: {containers: [{name: launcher, image: "registry.example/train:1"}]}}
        Worker:
          replicas: 2
          template: {spec: {containers: [{name: worker, image: "registry.example/train:1"}]}}
Use instead:
    apiVersion: kubeflow.org/v2beta1
    kind: MPIJob
    metadata: {name: train}
    spec:
      launcherCreationPolicy: WaitForWorkersReady
      runPolicy: {schedulingPolicy: {minAvailable: 2, queue: research}}
      mpiReplicaSpecs:
        Launcher:
          template: {spec: {containers: [{name: launcher, image: "registry.example/train:1"}]}}
        Worker:
          replicas: 2
          template: {spec: {containers: [{name: worker, image: "registry.example/train:1"}]}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.rule import Finding, rule
from render.shape.mistake import Path, at

_PLACE: Path = ("spec", "runPolicy", "schedulingPolicy")


@rule(kinds=("kubeflow.org/MPIJob",), keys=("launcherCreationPolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Compare the minimum, which is all pods where none is written, with the workers."""
    workers = int(at(item.data, ("spec", "mpiReplicaSpecs", "Worker", "replicas")) or 0)
    policy = at(item.data, _PLACE)
    if policy is None or at(item.data, ("spec", "launcherCreationPolicy")) != "WaitForWorkersReady":
        return
    minimum = policy.get("minAvailable", workers + 1)
    if minimum > workers:
        message = f"the gang waits for {minimum} pods, and only the {workers} workers exist before they run"
        path = (*_PLACE, "minAvailable") if "minAvailable" in policy else _PLACE
        yield Finding(path, message, f"`minAvailable: {workers}`, or `launcherCreationPolicy: AtStartup`")
