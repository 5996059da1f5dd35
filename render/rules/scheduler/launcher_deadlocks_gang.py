"""SCD210 launcher-deadlocks-gang: the gang needs the launcher, which is only created once the workers run.

With `WaitForWorkersReady`, the operator creates the launcher once all workers are running. A gang that counts the
launcher, which is the default, starts no worker before the launcher exists.

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
from render.schema_errors.error import Path, get_path

_PLACE: Path = ("spec", "runPolicy", "schedulingPolicy")


@rule(kinds=("kubeflow.org/MPIJob",), keys=("launcherCreationPolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Compare the minimum, by default all pods, with the workers."""
    workers = int(get_path(item.data, ("spec", "mpiReplicaSpecs", "Worker", "replicas")) or 0)
    policy = get_path(item.data, _PLACE)
    if policy is None or get_path(item.data, ("spec", "launcherCreationPolicy")) != "WaitForWorkersReady":
        return
    minimum = policy.get("minAvailable", workers + 1)
    if minimum > workers:
        message = f"the gang needs {minimum} pods, but only the {workers} workers exist until they run"
        path = (*_PLACE, "minAvailable") if "minAvailable" in policy else _PLACE
        yield Finding(path, message, f"set `minAvailable: {workers}`, or `launcherCreationPolicy: AtStartup`")
