"""ADM411 mount-path-malformed: a mount path is missing or used twice, or a `subPath` leaves its volume.

Each mount of a container has a unique path. `subPath` and `subPathExpr` stay below the volume, and exclude each other.
The API server rejects the pod.

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

from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid, required
from render.rules.admission.volume._paths import check_relative
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule(keys=("volumeMounts",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the paths of each mount."""
    for container in pod.containers:
        seen: set[str] = set()
        for path, mount in list_items(container.path, container.data, "volumeMounts"):
            target, place = mount.get("mountPath", ""), (*path, "mountPath")
            if not target:
                yield required(place)
            if target in seen:
                yield invalid(place, target, "must be unique")
            seen.add(target)
            yield from _check_sub_path(path, mount)


def _check_sub_path(path: Path, mount: Data) -> Iterator[Finding]:
    folder, expression = mount.get("subPath", ""), mount.get("subPathExpr", "")
    if folder and expression:
        yield invalid((*path, "subPathExpr"), expression, "subPathExpr and subPath are mutually exclusive")
    yield from check_relative((*path, "subPath"), folder)
    yield from check_relative((*path, "subPathExpr"), expression)
