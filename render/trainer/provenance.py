"""The origin of a field of an expanded object, in the TrainJob or in its runtime."""

from collections.abc import Iterator
from typing import Any

from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.manifests.trainjob import NODE, Training, patches
from render.schema_errors.error import Path, get_path
from render.trainer.context import INITIALIZERS

Origin = tuple[Object, Path]
"""A field of the TrainJob or of the runtime: an object and a path."""

_TRAINER: Path = ("spec", "trainer")
_TEMPLATE: Path = ("spec", "template")
_OF_TRAINER = {"args": "args", "command": "command", "image": "image", "resources": "resourcesPerNode"}
"""Fields of the training container, and their keys in the TrainJob."""
_COUNTS = ("completions", "parallelism")
_IDENTIFIERS = ("mountPath", "containerPort", "devicePath", "name", "key")
"""Keys that identify an item of a list."""


def trace_origins(training: Training, expanded: Data, path: Path) -> Iterator[Origin]:
    """Yield the fields that a field of an expanded object may come from.

    They exist in the files. The most likely one is first; the last one is the TrainJob's `runtimeRef`.
    """
    for item, place in _possible(training, expanded, path):
        if place and get_path(item.data, place) is not None:
            yield item, place
    yield training.job, ("spec", "runtimeRef")


def _possible(training: Training, expanded: Data, path: Path) -> Iterator[Origin]:
    if path[:2] == ("metadata", "name"):
        yield training.job, path
    elif expanded.get("kind") == "PodGroup":
        yield training.runtime, ("spec", "podGroupPolicy")
    elif path[:2] == ("spec", "replicatedJobs") and len(path) > 2:
        yield from _of_job(training, get_path(expanded, path[:3]), expanded, path)
    else:
        for place, _ in patches(training.job):
            yield training.job, (*place, *path)
        yield training.job, path
        yield training.runtime, (*_TEMPLATE, *path)


def _of_job(training: Training, job: Data, expanded: Data, path: Path) -> Iterator[Origin]:
    rest = path[3:]
    if rest[:2] == ("template", "spec") and rest[2:3] and rest[2] in _COUNTS:
        yield training.job, (*_TRAINER, "numNodes")
        yield training.runtime, ("spec", "mlPolicy", "numNodes")
    if rest == ("name",):
        yield training.job, ("metadata", "name")
    container = _container(rest)
    if container is not None:
        found: Data = get_path(job, rest[:container]) or {}
        yield from _of_container(training, found.get("name"), found, rest[container:])
    pod = get_path(expanded, (*path[:3], "template", "spec", "template"))
    overrides = list_items(("spec",), training.job.data.get("spec", {}), "podTemplateOverrides")
    for start, inner in (
        *((place, _matched(template, expanded, path)) for place, template in patches(training.job)),
        *((place, _matched(override, pod, rest[3:])) for place, override in overrides),
    ):
        yield training.job, (*start, *inner) if inner else ()
    yield training.runtime, (*_TEMPLATE, *_nearest(training.template, expanded, path))


def _container(rest: Path) -> int | None:
    """Return the length of the path of a container, of which a path of a replicated job is a part; else None."""
    place = ("template", "spec", "template", "spec", "containers")
    return len(place) + 1 if rest[: len(place)] == place and len(rest) > len(place) else None


def _of_container(training: Training, name: str | None, container: Data, rest: Path) -> Iterator[Origin]:
    """Yield the fields of a TrainJob that configure a field of a container."""
    start = _TRAINER if name == NODE else ("spec", "initializer", INITIALIZERS[name]) if name in INITIALIZERS else None
    if start is None or not rest:
        return
    if rest[0] == "env" and len(rest) > 1:
        variable = get_path(container, ("env", rest[1], "name"))
        parent = get_path(training.job.data, start) or {}
        for place, item in list_items(start, parent, "env"):
            if item.get("name") == variable:
                yield training.job, (*place, *rest[2:])
    elif name == NODE and rest[0] in _OF_TRAINER:
        yield training.job, (*_TRAINER, _OF_TRAINER[str(rest[0])], *rest[1:])


def _nearest(template: Any, expanded: Any, path: Path) -> Path:
    """Return the longest matching part of a path in another object."""
    for end in range(len(path), 2, -1):
        if found := _matched(template, expanded, path[:end]):
            return found
    return ()


def _matched(written: Any, expanded: Any, path: Path) -> Path:
    """Return the matching path in another object, whose lists may have another order; empty if there is none."""
    found: list[str | int] = []
    for part in path:
        expanded = get_path(expanded, (part,))
        if isinstance(part, int) and isinstance(written, list):
            position = _position(written, expanded, part)
            if position is None:
                return ()
            part = position  # noqa: PLW2901 - the same item, elsewhere
        written = get_path(written, (part,))
        if written is None:
            return ()
        found.append(part)
    return tuple(found)


def _position(items: list[Any], wanted: Any, otherwise: int) -> int | None:
    key = next((key for key in _IDENTIFIERS if isinstance(wanted, dict) and key in wanted), None)
    if key is None:
        return otherwise if otherwise < len(items) else None
    names = [item.get(key) if isinstance(item, dict) else None for item in items]
    return names.index(wanted[key]) if wanted[key] in names else None
