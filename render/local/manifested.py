"""What manifests say to run: a TrainJob with its runtime, or a JobSet."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from render.local.rendered import Rendered, pods_here
from render.pods.objects import find
from render.pods.pod import Pod
from render.problem import Problem, has_error
from render.source import STDIN, documents, read
from render.spec import Request
from render.trainer import PORT
from render.validation.sort import Sort, sort


def holds_manifests(path: str) -> bool:
    """Say whether a file is no spec. What is read only once, or can't be read, is taken for one."""
    text = None if path == STDIN or Path(path).is_dir() else read(path)
    if text is None or isinstance(text, Problem):
        return False
    first, _ = next(documents(text))
    return sort(first) is Sort.OBJECT


def manifested(path: str, request: Request, runtimes: Sequence[str], trainer: str, nodes: int | None) -> Rendered:
    """Return what a file of manifests runs here; `nodes` is the number of a TrainJob's, where it is asked for.

    Raises EngineError, OSError, ValueError.
    """
    found = find(path, request, runtimes, trainer, nodes)
    if has_error(found.problems):
        return Rendered(found, {})
    made = pods_here(found, request.namespace)
    return Rendered(found, _as_spec(made), made)


def _as_spec(made: Sequence[Pod]) -> dict[str, Any]:
    """Return what a spec would say of pods: where they meet, and what runs in images of its own."""
    others = {
        container["name"]: container
        for pod in made
        for container in pod.role.pod.get("initContainers", ())
        if container.get("image") != pod.container.get("image")
    }
    return {"network": {"port": PORT}, "pod": {"initContainers": list(others.values())}}
