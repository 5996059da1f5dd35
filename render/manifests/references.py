"""References of pods by name: ConfigMaps, Secrets, claims and service accounts of their namespace."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from render.manifests.objects import Object, Objects, may_share_namespace, object_name
from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod, pods
from render.schema_errors.error import Path

CLAIM, CONFIG_MAP, SECRET, SERVICE_ACCOUNT = "PersistentVolumeClaim", "ConfigMap", "Secret", "ServiceAccount"
_KINDS = frozenset({CLAIM, CONFIG_MAP, SECRET, SERVICE_ACCOUNT})


class Reference(NamedTuple):
    """A place where a pod names another object."""

    pod: Pod
    kind: str
    name: str
    path: Path
    """Path of the name in the pod's object."""
    keys: tuple[tuple[Path, str], ...] = ()
    """Required keys of its data, with their paths."""
    is_optional: bool = False

    def targets(self, named: "Named") -> tuple[Object, ...]:
        """Return the referenced objects: several if their namespaces are not written."""
        return tuple(
            item for item in named.get((self.kind, self.name), ()) if may_share_namespace(item, self.pod.object)
        )


Named = Mapping[tuple[str, str], tuple[Object, ...]]
"""Objects of the core group by kind and name."""


def references(items: Objects) -> Iterator[Reference]:
    """Yield the references of all pods in the objects."""
    for item in items:
        for pod in pods(item):
            yield from _of_pod(pod)


def by_name(items: Objects) -> Named:
    """Return the objects that pods can refer to, by kind and name."""
    found: dict[tuple[str, str], tuple[Object, ...]] = {}
    for item in items:
        own = object_name(item)
        if item.kind.group == "" and item.kind.name in _KINDS and own is not None:
            found[item.kind.name, own] = (*found.get((item.kind.name, own), ()), item)
    return found


def _of_pod(pod: Pod) -> Iterator[Reference]:
    for path, volume in list_items(pod.spec_path, pod.spec, "volumes"):
        yield from _of_volume(pod, path, volume)
    for container in pod.containers:
        yield from _of_environment(pod, container.path, container.data)
    if "serviceAccountName" in pod.spec:
        path = (*pod.spec_path, "serviceAccountName")
        yield Reference(pod, SERVICE_ACCOUNT, pod.spec["serviceAccountName"], path)
    for path, secret in list_items(pod.spec_path, pod.spec, "imagePullSecrets"):
        yield from _named(pod, SECRET, path, secret)


def _of_volume(pod: Pod, path: Path, volume: Data) -> Iterator[Reference]:
    projected = list_items((*path, "projected"), volume.get("projected", {}), "sources")
    for place, source in ((path, volume), *projected):
        for field, kind in (("configMap", CONFIG_MAP), ("secret", SECRET)):
            if field in source:
                yield from _named(pod, kind, (*place, field), source[field])
    if "persistentVolumeClaim" in volume:
        yield from _named(pod, CLAIM, (*path, "persistentVolumeClaim"), volume["persistentVolumeClaim"])


def _of_environment(pod: Pod, path: Path, container: Data) -> Iterator[Reference]:
    for place, source in list_items(path, container, "envFrom"):
        for field, kind in (("configMapRef", CONFIG_MAP), ("secretRef", SECRET)):
            if field in source:
                yield from _named(pod, kind, (*place, field), source[field])
    for place, variable in list_items(path, container, "env"):
        for field, kind in (("configMapKeyRef", CONFIG_MAP), ("secretKeyRef", SECRET)):
            source = variable.get("valueFrom", {}).get(field)
            if source is not None:
                yield from _named(pod, kind, (*place, "valueFrom", field), source)


def _named(pod: Pod, kind: str, path: Path, source: Mapping[str, object]) -> Iterator[Reference]:
    for field in ("name", "secretName", "claimName"):
        named = source.get(field)
        if isinstance(named, str) and named:
            is_optional = source.get("optional") is True
            yield Reference(pod, kind, named, (*path, field), tuple(_keys(path, source)), is_optional)


def _keys(path: Path, source: Mapping[str, object]) -> Iterator[tuple[Path, str]]:
    if isinstance(source.get("key"), str):
        yield (*path, "key"), str(source["key"])
    items = source.get("items")
    for index, item in enumerate(items if isinstance(items, list) else ()):
        if "key" in item:
            yield (*path, "items", index, "key"), item["key"]
