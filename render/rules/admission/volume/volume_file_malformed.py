"""ADM404 volume-file-malformed: a file in a volume has no key, or an invalid path.

Each of a volume's `items` has a key and a relative path, without `..` and not starting with two dots. A downward API
file has either `fieldRef` or `resourceFieldRef`. The API server rejects the pod.

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

from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid, required
from render.rules.admission.container import _downward
from render.rules.admission.volume._paths import check_file_name
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_FIELDS = frozenset({"metadata.name", "metadata.namespace", "metadata.labels", "metadata.annotations", "metadata.uid"})


@rule(keys=("items", "serviceAccountToken"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each file."""
    for path, volume in list_items(pod.spec_path, pod.spec, "volumes"):
        yield from _check_files(path, volume)
        for place, part in list_items((*path, "projected"), volume.get("projected", {}), "sources"):
            yield from _check_files(place, part)
            token = part.get("serviceAccountToken", {}).get("path", "")
            yield from check_file_name((*place, "serviceAccountToken", "path"), token)


def _check_files(path: Path, source: Data) -> Iterator[Finding]:
    for kind in ("configMap", "secret"):
        for place, item in list_items((*path, kind), source.get(kind, {}), "items"):
            if not item.get("key"):
                yield required((*place, "key"))
            yield from _check_path(place, item)
    for place, item in list_items((*path, "downwardAPI"), source.get("downwardAPI", {}), "items"):
        yield from _check_path(place, item)
        yield from _check_reference(place, item)


def _check_path(path: Path, item: Data) -> Iterator[Finding]:
    name = item.get("path", "")
    if not name:
        yield required((*path, "path"))
    yield from check_file_name((*path, "path"), name)


def _check_reference(path: Path, item: Data) -> Iterator[Finding]:
    field, resource = item.get("fieldRef"), item.get("resourceFieldRef")
    if field is None and resource is None:
        yield required(path, "one of fieldRef and resourceFieldRef is required")
    elif field is not None and resource is not None:
        yield invalid(path, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously")
    elif field is not None:
        yield from _downward.check_field((*path, "fieldRef"), field, _FIELDS)
    elif resource is not None:
        if not resource.get("containerName"):
            yield required((*path, "resourceFieldRef", "containerName"))
        yield from _downward.check_resource((*path, "resourceFieldRef"), resource)
