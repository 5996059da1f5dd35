"""STO206 output-not-shared: the nodes of a run write their checkpoints into folders that end with their pods.

Each node writes its part to its own container or `emptyDir`. After a restart the parts are gone, and with Ray nobody
knows on which node the worker ran that wrote them.

Source: https://docs.ray.io/en/latest/train/user-guides/persistent-storage.html

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              template:
                spec:
                  containers:
                    - name: node
                      image: registry.example/train:1
                      command: [torchrun, --nnodes=2, train.py, --output_dir=/out/run1]
                      volumeMounts: [{name: out, mountPath: /out}]
                  volumes: [{name: out, emptyDir: {}}]
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              template:
                spec:
                  containers:
                    - name: node
                      image: registry.example/train:1
                      command: [torchrun, --nnodes=2, train.py, --output_dir=/out/run1]
                      volumeMounts: [{name: out, mountPath: /out}]
                  volumes: [{name: out, persistentVolumeClaim: {claimName: state}}]
"""

from collections.abc import Iterator
from posixpath import join, normpath

from render.manifests.objects import Object
from render.manifests.places import Data
from render.manifests.pods import Container, Pod, pods
from render.problem import Severity
from render.programs.launches import Option
from render.programs.program import Program
from render.programs.programs import mentions, programs
from render.rules.rule import Finding, rule
from render.rules.storage._outputs import MARKS, outputs
from render.shape.mistake import Path

_ENTRYPOINT = ("spec", "entrypoint")


@rule(severity=Severity.WARNING)
def check(item: Object) -> Iterator[Finding]:
    """Look for absolute folders on no volume that lasts, unless the script goes on and may carry them away."""
    places = [(pod, container) for pod in pods(item) for container in pod.containers if container.kind == "containers"]
    for program in programs(item) if item.kind.name == "RayJob" or mentions(item, MARKS) else ():
        for option in outputs(program):
            meant = [place for place in places if _runs(place, program, option.flag.path)]
            if _is_last(program, option) and any(_is_lost(*place, option.literal or "") for place in meant):
                message = (
                    f"`--{option.name}` is `{option.literal}`, which each node has for itself, and ends with its pod"
                )
                yield Finding(option.flag.path, message, "a shared volume, or object storage")


def _runs(place: tuple[Pod, Container], program: Program, path: Path) -> bool:
    """Say whether a container is one of several that write what a program says there."""
    pod, container = place
    if path == _ENTRYPOINT:
        return "workerGroupSpecs" in pod.path
    return program.is_distributed and path[: len(container.path)] == container.path


def _is_last(program: Program, option: Option) -> bool:
    """Say whether nothing follows the program that has an option."""
    return program.launches[-1].program_options.get(option.name) == option


def _is_lost(pod: Pod, container: Container, written: str) -> bool:
    folder = normpath(join(container.data.get("workingDir", ""), written))
    if not folder.startswith("/") or ":" in folder:
        return False
    mounts = [mount for mount in container.data.get("volumeMounts", ()) if _holds(mount.get("mountPath", ""), folder)]
    if not mounts:
        return True
    name = max(mounts, key=lambda mount: len(mount["mountPath"])).get("name")
    volume: Data = next((volume for volume in pod.spec.get("volumes", ()) if volume.get("name") == name), {})
    return "emptyDir" in volume


def _holds(mounted: str, folder: str) -> bool:
    return bool(mounted) and f"{folder}/".startswith(f"{normpath(mounted).rstrip('/')}/")
