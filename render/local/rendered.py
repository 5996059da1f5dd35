"""What a spec renders for this machine: with its `local` block, and on a port that is free."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from render.local.addresses import loopback
from render.local.block import fabric, overlay
from render.local.change import Change
from render.local.fabric import left_out
from render.local.ports import free, is_free
from render.manifests.jobset import JOBSET
from render.manifests.places import Data
from render.pods.listing import pods
from render.pods.objects import Found, of_spec
from render.pods.pod import Pod
from render.problem import has_error
from render.source import Document
from render.spec import Request, Spec
from render.spec.checking import check

MAX_NODES = 250
"""Nodes of one machine, as for `--nodes` and `local.numNodes`."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A spec, as it is run here."""

    found: Found
    """With an error among its problems there is nothing to run."""
    values: Mapping[str, Any]
    """Of the spec, with the chart's defaults."""
    pods: tuple[Pod, ...] = ()
    port: int | None = None
    """Of the rendezvous, where the spec's own is taken here."""
    changes: tuple[Change, ...] = ()
    """What of the fabric is not here."""

    @property
    def jobset(self) -> Data:
        """The run's JobSet."""
        return next(item.data for item in self.found.objects if item.kind.group_kind == JOBSET)


def rendered(spec: Spec, request: Request, nodes: int | None, *, needs_port: bool) -> Rendered:
    """Render a spec for this machine. `nodes` is their number, where it is asked for. Raises EngineError, OSError."""
    values = check(spec, request).values
    if values is None:
        return Rendered(of_spec(spec, request), {})
    asked = int((values.get("network") or {}).get("port") or 0)
    port = free() if needs_port and asked and not is_free(asked, loopback(0)) else None
    found, made = _pods(spec, request, overlay(values, nodes, port))
    if has_error(found.problems):
        return Rendered(found, values)
    name = fabric(values)
    if name is None:
        return Rendered(found, values, made, port)
    with_fabric = overlay({**values, "network": {}}, nodes, port)
    _, there = _pods(spec, request, with_fabric)
    changes = (change for pair in zip(there, made, strict=True) for change in left_out(name, *pair))
    return Rendered(found, values, made, port, tuple(changes))


def _pods(spec: Spec, request: Request, local: Document) -> tuple[Found, tuple[Pod, ...]]:
    found = of_spec(spec, request._replace(overlays=(*request.overlays, local)))
    return found, () if has_error(found.problems) else pods_here(found, request.namespace)


def pods_here(found: Found, namespace: str) -> tuple[Pod, ...]:
    """Return the pods of a run; of one that is too large for a machine, enough of them to see that."""
    return tuple(pods(found.objects, namespace, found.domain, most=MAX_NODES + 1))
