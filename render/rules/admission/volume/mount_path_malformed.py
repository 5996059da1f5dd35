"""ADM411 mount-path-malformed: a container mounts two volumes at one path, or a folder outside of its volume.

Each mount of a container has a path of its own. `subPath` and `subPathExpr` stay below the volume, and exclude each
other. The API server refuses the pod.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#using-subpath

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train, volumeMounts: [{name: data, mountPath: /data, subPath: /train}]}]
      volumes: [{name: data, emptyDir: {}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train, volumeMounts: [{name: data, mountPath: /data, subPath: train}]}]
      volumes: [{name: data, emptyDir: {}}]
"""

from collections.abc import Iterator

from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import invalid, required
from render.rules.admission.volume._paths import descending
from render.rules.rule import Finding, rule
from render.shape.mistake import Path


@rule(keys=("volumeMounts",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with the paths of each mount."""
    for container in pod.containers:
        seen: set[str] = set()
        for path, mount in listed(container.path, container.data, "volumeMounts"):
            target, place = mount.get("mountPath", ""), (*path, "mountPath")
            if not target:
                yield required(place)
            if target in seen:
                yield invalid(place, target, "must be unique")
            seen.add(target)
            yield from _below(path, mount)


def _below(path: Path, mount: Data) -> Iterator[Finding]:
    folder, expression = mount.get("subPath", ""), mount.get("subPathExpr", "")
    if folder and expression:
        yield invalid((*path, "subPathExpr"), expression, "subPathExpr and subPath are mutually exclusive")
    yield from descending((*path, "subPath"), folder)
    yield from descending((*path, "subPathExpr"), expression)
