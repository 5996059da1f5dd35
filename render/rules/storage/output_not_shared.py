"""STO206 output-not-shared: the nodes of a run write their checkpoints to folders that are lost with their pods.

Each node writes its part to its own container or `emptyDir`. After a restart the parts are gone, and with Ray it is
unknown on which node the worker ran that wrote them.

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
from render.manifests.paths import Data
from render.manifests.pods import Container, Pod, pods
from render.problem import Severity
from render.programs.command_line import Option
from render.programs.program import Program
from render.programs.programs import mentions_any, programs
from render.rules.chart import is_rendered_by_chart
from render.rules.rule import Finding, rule
from render.rules.storage._outputs import MARKS, outputs
from render.rules.storage._persistent import is_below
from render.schema_errors.error import Path

_ENTRYPOINT = ("spec", "entrypoint")


@rule(severity=Severity.WARNING)
def check(item: Object) -> Iterator[Finding]:
    """Report absolute folders outside persistent volumes, unless the script goes on and may copy them."""
    if is_rendered_by_chart(item):  # STO104 checks the spec
        return
    places = [(pod, container) for pod in pods(item) for container in pod.containers if container.kind == "containers"]
    for program in programs(item) if item.kind.name == "RayJob" or mentions_any(item, MARKS) else ():
        for option in outputs(program):
            matching = [place for place in places if _runs(place, program, option.flag.path)]
            if _is_last(program, option) and any(_is_lost(*place, option.literal or "") for place in matching):
                name = option.flag.text.partition("=")[0]
                message = f"`{name}` is `{option.literal}`, a folder of each single node that is lost when its pod ends"
                yield Finding(option.flag.path, message, "use a shared volume, or object storage")


def _runs(place: tuple[Pod, Container], program: Program, path: Path) -> bool:
    """Return whether a container is one of several that run the program at a path."""
    pod, container = place
    if path == _ENTRYPOINT:
        return "workerGroupSpecs" in pod.path
    return program.is_distributed and path[: len(container.path)] == container.path


def _is_last(program: Program, option: Option) -> bool:
    """Return whether no other program follows the one with an option."""
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
    return bool(mounted) and is_below(folder, normpath(mounted))
