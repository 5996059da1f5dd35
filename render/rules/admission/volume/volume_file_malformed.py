"""ADM404 volume-file-malformed: a file in a volume has no key, no path, or one that leads out of the volume.

Each of a volume's `items` has a key and a relative path, without `..` and without two dots in front. A downward API
file shows one field of the pod or one resource of a container. The API server refuses the pod.

Source: https://kubernetes.io/docs/concepts/storage/projected-volumes/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: code, configMap: {name: code, items: [{key: train.py, path: /train.py}]}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: code, configMap: {name: code, items: [{key: train.py, path: train.py}]}}]
"""

from collections.abc import Iterator

from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import invalid, required
from render.rules.admission.container import _downward
from render.rules.admission.volume._paths import file_name
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_FIELDS = frozenset({"metadata.name", "metadata.namespace", "metadata.labels", "metadata.annotations", "metadata.uid"})


@rule(keys=("items", "serviceAccountToken"))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each file."""
    for path, volume in listed(pod.spec_path, pod.spec, "volumes"):
        yield from _files(path, volume)
        for place, part in listed((*path, "projected"), volume.get("projected", {}), "sources"):
            yield from _files(place, part)
            token = part.get("serviceAccountToken", {}).get("path", "")
            yield from file_name((*place, "serviceAccountToken", "path"), token)


def _files(path: Path, source: Data) -> Iterator[Finding]:
    for kind in ("configMap", "secret"):
        for place, item in listed((*path, kind), source.get(kind, {}), "items"):
            if not item.get("key"):
                yield required((*place, "key"))
            yield from _path(place, item)
    for place, item in listed((*path, "downwardAPI"), source.get("downwardAPI", {}), "items"):
        yield from _path(place, item)
        yield from _shown(place, item)


def _path(path: Path, item: Data) -> Iterator[Finding]:
    name = item.get("path", "")
    if not name:
        yield required((*path, "path"))
    yield from file_name((*path, "path"), name)


def _shown(path: Path, item: Data) -> Iterator[Finding]:
    field, resource = item.get("fieldRef"), item.get("resourceFieldRef")
    if field is None and resource is None:
        yield required(path, "one of fieldRef and resourceFieldRef is required")
    elif field is not None and resource is not None:
        yield invalid(path, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously")
    elif field is not None:
        yield from _downward.field((*path, "fieldRef"), field, _FIELDS)
    elif resource is not None:
        if not resource.get("containerName"):
            yield required((*path, "resourceFieldRef", "containerName"))
        yield from _downward.resource((*path, "resourceFieldRef"), resource)
