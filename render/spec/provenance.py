"""Which part of a spec stands behind a place in what it renders."""

from collections.abc import Iterator
from typing import Any

from render.shape.mistake import Path, at

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
"""Fields of the training container, and the spec's keys for them."""

_POD = ("template", "spec")


def origins(data: Any, path: Path, values: Any) -> Iterator[Path]:
    """Yield the paths into a spec's values that may have brought what stands at a path of a rendered object.

    The most likely one comes first. Where none is written in the spec, the chart itself put the value there.
    """
    pod = _pod(path)
    if "metadata" in path:
        start = path.index("metadata") + 1
        yield ("pod", *path[start:])
    elif pod is not None:
        yield from _of_pod(data, path, pod, values)
    elif data.get("kind") == "ConfigMap" and path[:1] == ("data",):
        yield ("env", *path[1:])
    elif data.get("kind") == "PersistentVolumeClaim":
        yield ("storage", "checkpoints")
        yield ("initializers", "storage")
    elif path[:2] == ("spec", "mlPolicy"):
        yield path[2:]
    elif path[:1] == ("spec",):
        yield path[1:]


def _pod(path: Path) -> int | None:
    """Return where the path enters the spec of a pod."""
    ends = [end for end in range(2, len(path)) if path[end - 2 : end] == _POD]
    return ends[-1] if ends and path[0] == "spec" else None


def _of_pod(data: Any, path: Path, start: int, values: Any) -> Iterator[Path]:
    field, *rest = path[start:]
    if field in ("containers", "initContainers") and rest:
        container = at(data, path[: start + 2])
        yield from _of_container(container, rest[1:], values)
    elif field == "volumes" and rest:
        position = _named(at(values, ("storage", "volumes")), at(data, path[: start + 2]))
        if position is not None:
            yield ("storage", "volumes", position, *rest[1:])
    else:
        yield ("pod", field, *rest)
        yield (field, *rest)


def _of_container(container: Any, rest: list[str | int], values: Any) -> Iterator[Path]:
    for section in ("sidecars", "initContainers"):
        position = _named(at(values, ("pod", section)), container)
        if position is not None:
            yield ("pod", section, position, *rest)
            return
    if rest[:1] == ["env"] and len(rest) > 1:
        variable = at(container, ("env", rest[1]))
        yield ("env", variable["name"] if isinstance(variable, dict) else "", *rest[2:])
    elif rest and rest[0] in _OWN:
        yield (_OWN[str(rest[0])], *rest[1:])


def _named(items: Any, wanted: Any) -> int | None:
    """Return the position of the item that has the name of another one."""
    name = wanted.get("name") if isinstance(wanted, dict) else None
    names = [item.get("name") if isinstance(item, dict) else None for item in items or []]
    return names.index(name) if name in names and name is not None else None
