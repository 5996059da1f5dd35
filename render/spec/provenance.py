"""Map paths of rendered objects to the values of the spec that they come from."""

from collections.abc import Iterator
from typing import Any

from render.schema_errors.error import Path, get_path

_OWN = {
    "args": "args",
    "command": "command",
    "env": "env",
    "envFrom": "envFrom",
    "image": "image",
    "imagePullPolicy": "imagePullPolicy",
    "resources": "resourcesPerNode",
    "workingDir": "workingDir",
}
"""The spec's keys by the fields of the training container."""

_DEADLINE = "activeDeadlineSeconds"
_OF_CLAIM = {"accessModes": ("accessMode",), "resources": ("size",), "storageClassName": ("storageClassName",)}
"""The keys of a claim in the spec by the fields of a PersistentVolumeClaim's `spec`."""

_CONTAINER = ("lifecycle", "livenessProbe", "readinessProbe", "securityContext", "startupProbe")
"""Fields of the training container that are keys of the spec's `container`."""

_ADDED = ["securityContext", "capabilities", "add"]
_FABRIC = ("network", "fabric")
"""Origin of folders of the node and of capabilities that the spec does not name itself."""
_POD = ("template", "spec")
_REQUESTS = ("spec", "spec", "devices", "requests")
_INITIALIZERS = ("dataset-initializer", "model-initializer")


_KAI_QUEUE = "kai.scheduler/queue"
_SLICE = "kueue.x-k8s.io/podset-slice-"
_LEVELS = (
    *(f"kueue.x-k8s.io/podset-{mode}-topology" for mode in ("preferred", "required")),
    *(f"kai.scheduler/topology-{mode}-placement" for mode in ("preferred", "required")),
    *("networkTopology", "podAffinity", "schedulingConstraints"),
)
"""Annotations and fields in which schedulers get `topology.level`."""


def origins(data: Any, path: Path, values: Any) -> Iterator[Path]:
    """Yield the paths of a spec's values that may be the origin of a path of a rendered object.

    The most likely path comes first. If the spec contains none of them, the value comes from the chart itself.
    """
    yield from _same_field(data, path, values)
    if any(key in path for key in _LEVELS):
        yield ("topology", "level")
    elif path and str(path[-1]).startswith(_SLICE):
        yield ("topology", "slice", "nodes" if str(path[-1]).endswith("size") else "level")
    elif _KAI_QUEUE in path:
        yield from (("kai", "queue"), ("scheduler",))


def _same_field(data: Any, path: Path, values: Any) -> Iterator[Path]:
    """Yield the places of fields that a spec has under their own name, or under that of their section."""
    pod = _pod(path)
    if path[:1] == ("metadata",):
        yield path
    elif "metadata" in path:
        start = path.index("metadata") + 1
        yield ("pod", *path[start:])
    elif pod is not None:
        yield from _of_pod(data, path, pod, values)
    elif data.get("kind") == "ConfigMap" and path[:1] == ("data",):
        files = (name for name in get_path(values, ("files",)) or {} if _key(name) == path[1:2])
        yield from (("files", name, *path[2:]) for name in files)
        yield ("env", *path[1:])
    elif data.get("kind") == "PersistentVolumeClaim":
        field = _OF_CLAIM.get(str(path[1]), ()) if len(path) > 1 else ()
        yield from ((*claim, *field) for claim in (("storage", "checkpoints"), ("initializers", "storage")))
    elif data.get("kind") in ("ComputeDomain", "ResourceClaimTemplate"):
        yield from _of_devices(data, path)
    elif path[:2] == ("spec", "mlPolicy"):
        yield path[2:]
    elif path[:1] == ("spec",):
        yield path[1:]
        if path[-1] == _DEADLINE:  # of each Job, and of the smoke test's
            yield from ((_DEADLINE,), ("smokeTest", _DEADLINE))


def _of_devices(data: Any, path: Path) -> Iterator[Path]:
    """Yield the place of a request of devices, which has the name of its key in the spec, or of a ComputeDomain."""
    if data["kind"] == "ComputeDomain":
        yield ("network", "computeDomain", *(key for key in path[1:] if key != "channel"))
    if path[:4] != _REQUESTS:
        return
    request = get_path(data, path[:5])
    name = request.get("name") if isinstance(request, dict) else None
    rest = tuple(key for key in path[5:] if key not in ("exactly", "cel", "expression"))
    yield ("devices", str(name), *rest)
    yield from (("network", fabric, *rest) for fabric in ("infiniband", "roce"))


def is_set(data: Any, path: Path, values: Any) -> bool:
    """Return True if a spec's values set the value at a path of a rendered object; False for one of the chart."""
    return any(get_path(values, origin) is not None for origin in origins(data, path, values) if origin != _FABRIC)


def _key(file: str) -> Path:
    """Return the key of a file of the spec in the ConfigMap, as the chart's `_user_files.tpl` names it."""
    return (file.removeprefix("/").replace("/", "."),)


def _pod(path: Path) -> int | None:
    """Return the position in the path at which the spec of a pod starts, or None."""
    ends = [end for end in range(2, len(path)) if path[end - 2 : end] == _POD]
    return ends[-1] if ends and path[0] == "spec" else None


def _of_pod(data: Any, path: Path, start: int, values: Any) -> Iterator[Path]:
    field, *rest = path[start:]
    if field in ("containers", "initContainers") and rest:
        container = get_path(data, path[: start + 2])
        name = str(container.get("name")) if isinstance(container, dict) else ""
        if name in _INITIALIZERS:
            yield from _of_initializer(name.removesuffix("-initializer"), container, rest[1:])
        else:
            yield from _of_container(container, rest[1:], values)
    elif field == "volumes" and rest:
        position = _named(get_path(values, ("storage", "volumes")), get_path(data, path[: start + 2]))
        if position is not None:
            yield ("storage", "volumes", position, *rest[1:])
        elif rest[1:2] == ["hostPath"]:
            yield _FABRIC
    else:
        yield ("pod", field, *rest)
        yield (field, *rest)
        if field == "hostNetwork":
            yield ("network", field)


def _of_initializer(kind: str, container: Any, rest: list[str | int]) -> Iterator[Path]:
    if rest[:1] == ["env"] and len(rest) > 1:
        variable = get_path(container, ("env", rest[1]))
        name = variable["name"] if isinstance(variable, dict) else ""
        yield ("initializers", kind, "env", name, *(key for key in rest[2:] if key != "value"))
    else:
        yield ("initializers", kind, *rest)


def _of_container(container: Any, rest: list[str | int], values: Any) -> Iterator[Path]:
    for section in ("sidecars", "initContainers"):
        position = _named(get_path(values, ("pod", section)), container)
        if position is not None:
            yield ("pod", section, position, *rest)
            return
    if rest[:1] == ["env"] and len(rest) > 1:
        variable = get_path(container, ("env", rest[1]))
        yield ("env", variable["name"] if isinstance(variable, dict) else "", *rest[2:])
    elif rest[:1] == ["ports"] and len(rest) > 1:
        position = _named(get_path(values, ("container", "ports")), get_path(container, ("ports", rest[1])))
        if position is not None:
            yield ("container", "ports", position, *rest[2:])
    elif rest[:3] == _ADDED:
        added = get_path(values, ("container", *_ADDED)) or []
        own = get_path(container, tuple(rest))
        if own in added:  # after those of the chart
            yield ("container", *_ADDED, added.index(own))
        yield _FABRIC
    elif rest and rest[0] in _CONTAINER:
        yield ("container", *rest)
    elif rest and rest[0] in _OWN:
        yield (_OWN[str(rest[0])], *rest[1:])


def _named(items: Any, wanted: Any) -> int | None:
    """Return the position of the item with the name of `wanted`, or None."""
    name = wanted.get("name") if isinstance(wanted, dict) else None
    names = [item.get("name") if isinstance(item, dict) else None for item in items or []]
    return names.index(name) if name in names and name is not None else None
