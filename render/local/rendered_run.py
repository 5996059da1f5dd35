"""Load a run on this machine: a spec with its `local` block and a free rendezvous port, or manifests.

Manifests are a TrainJob with its runtime, or a JobSet.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from render.local.adaptation import Adaptation
from render.local.addresses import find_free_port, is_port_free, loopback_address
from render.local.nearby_configs import check_nearby
from render.local.node_builder import node_label
from render.local.overrides import NO_FABRIC, local_overlay, named_fabric
from render.manifests.jobset import JOBSET
from render.manifests.paths import Data
from render.pods.environment import Value
from render.pods.listing import list_pods
from render.pods.pod import RunPod
from render.pods.run_objects import RunObjects, find_run_objects, spec_run_objects
from render.problem import Problem, has_error
from render.source import STDIN, Document, Read, load_documents
from render.spec import Request, Spec
from render.spec.check_spec import check
from render.trainer import PORT
from render.validation.document_kind import DocumentKind, kind_of

MAX_NODES = 250
"""Maximum nodes of a run on one machine, also for `--nodes` and `local.numNodes`."""


@dataclass(frozen=True, slots=True)
class RenderedRun:
    """A run, rendered for this machine."""

    found: RunObjects
    """Objects of the run and problems; with an error the run can't start."""
    values: Mapping[str, Any]
    """Values of the spec with the chart's defaults."""
    pods: tuple[RunPod, ...] = ()
    port: int | None = None
    """Port of the rendezvous if the spec's own is in use on this machine, else None."""
    changes: tuple[Adaptation, ...] = ()
    """Parts of the fabric that this machine doesn't have."""

    @property
    def jobset(self) -> Data:
        """The JobSet of the run."""
        return next(item.data for item in self.found.objects if item.kind.group_kind == JOBSET)


def render_local(spec: Spec, request: Request, nodes: int | None, *, needs_port: bool) -> RenderedRun:
    """Render a spec for this machine; `nodes` is the requested number of nodes, if any. Raises EngineError, OSError."""
    values = check(spec, request).values
    if values is None:
        return RenderedRun(spec_run_objects(spec, request), {})
    fixed = int((values.get("network") or {}).get("port") or 0)
    port = find_free_port() if needs_port and fixed and not is_port_free(fixed, loopback_address(0)) else None
    found, pods = _pods(spec, request, local_overlay(values, nodes, port))
    nearby = check_nearby(values, spec.file)
    found = replace(found, problems=(*found.problems, *nearby.problems), sources={**found.sources, **nearby.sources})
    if has_error(found.problems):
        return RenderedRun(found, values)
    name = named_fabric(values)
    if name is None:
        return RenderedRun(found, values, pods, port)
    with_fabric = local_overlay({**values, "network": {}}, nodes, port)
    _, there = _pods(spec, request, with_fabric)
    changes = (change for pair in zip(there, pods, strict=True) for change in fabric_differences(name, *pair))
    return RenderedRun(found, values, pods, port, tuple(changes))


def _pods(spec: Spec, request: Request, local: Document) -> tuple[RunObjects, tuple[RunPod, ...]]:
    found = spec_run_objects(spec, request._replace(overlays=(*request.overlays, local)))
    return found, () if has_error(found.problems) else local_pods(found, request.namespace)


def local_pods(found: RunObjects, namespace: str) -> tuple[RunPod, ...]:
    """Return the pods of a run, at most `MAX_NODES` + 1: enough to detect a run that is too large."""
    return tuple(list_pods(found.objects, namespace, found.domain, most=MAX_NODES + 1))


def fabric_differences(name: str, there: RunPod, here: RunPod) -> Iterator[Adaptation]:
    """Yield the differences of a node without its fabric: variables, devices, host paths and init containers.

    `there` is the pod on the cluster, `here` the pod on this machine, and `name` the fabric.
    """
    node = node_label(here)
    yield Adaptation(node, "network.fabric", name, NO_FABRIC)
    for differs in (
        _differing(_variables(there), _variables(here)),
        _differing(_limits(there), _limits(here)),
        _differing(_host_folders(there), _host_folders(here)),
        _differing(_init_containers(there), _init_containers(here)),
    ):
        yield from (Adaptation(node, *one) for one in differs)


def _differing(there: Mapping[str, str], here: Mapping[str, str]) -> Iterator[tuple[str, str, str | None]]:
    return ((name, value, here.get(name)) for name, value in there.items() if here.get(name) != value)


def _variables(pod: RunPod) -> dict[str, str]:
    return {name: _text(value) for name, value in pod.start(pod.container).env.items()}


def _text(value: Value) -> str:
    return value if isinstance(value, str) else "set on the cluster"


def _limits(pod: RunPod) -> dict[str, str]:
    limits: Data = pod.container.get("resources", {}).get("limits", {})
    return {name: str(value) for name, value in limits.items()}


def _host_folders(pod: RunPod) -> dict[str, str]:
    paths = (volume.get("hostPath", {}).get("path") for volume in pod.role.pod.get("volumes", ()))
    return {path: "of the node" for path in paths if path is not None}


def _init_containers(pod: RunPod) -> dict[str, str]:
    return {one["name"]: "an init container" for one in pod.role.pod.get("initContainers", ())}


def holds_manifests(path: str, read: Read) -> bool:
    """Return True if a file contains manifests, not a spec.

    Return False for standard input, a directory and an unreadable file: these are handled as a spec.
    """
    text = None if path == STDIN or Path(path).is_dir() else read(path)
    if text is None or isinstance(text, Problem):
        return False
    first, _ = next(load_documents(text))
    return kind_of(first) is DocumentKind.OBJECT


def load_manifest_run(
    path: str, request: Request, runtimes: Sequence[str], trainer: str, nodes: int | None, *, read: Read
) -> RenderedRun:
    """Return the run of a file of manifests; `nodes` is the requested number of nodes of a TrainJob, if any.

    Raises EngineError, OSError, ValueError.
    """
    found = find_run_objects(path, request, runtimes, trainer, nodes, read=read)
    if has_error(found.problems):
        return RenderedRun(found, {})
    pods = local_pods(found, request.namespace)
    return RenderedRun(found, _as_spec(pods), pods)


def _as_spec(pods: Sequence[RunPod]) -> dict[str, Any]:
    """Return the values of an equivalent spec: the rendezvous port, and the init containers with other images."""
    others = {
        container["name"]: container
        for pod in pods
        for container in pod.role.pod.get("initContainers", ())
        if container.get("image") != pod.container.get("image")
    }
    return {"network": {"port": PORT}, "pod": {"initContainers": list(others.values())}}
