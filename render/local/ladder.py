"""The same training at four sizes, each a run of its own: what breaks the large one, a smaller one shows first."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from render.local.block import fabric, sized, without_fabric

LOCAL, FULL = "local", "full"

_CREATED_CLAIMS = (("storage", "checkpoints"), ("initializers", "storage"))
"""Sections whose claim may be created with the run."""


class Tier(NamedTuple):
    """One size of a spec."""

    name: str
    nodes: int
    over: Mapping[str, Any]
    """What differs from the spec. `render run` lays the `local` block over it by itself."""


def ladder(values: Mapping[str, Any], name: str) -> list[Tier]:
    """Return the sizes, the smallest first; on the cluster none has more nodes than the spec.

    `values` are the spec's over the chart's defaults, `name` is that of its objects. Each tier but the full one has a
    name of its own, and writes to nothing that belongs to another one.
    """
    elastic = values.get("elastic") or {}
    most = int(elastic.get("maxNodes") or values.get("numNodes") or 1)
    here = int(_section(values, "local").get("numNodes") or 1)
    smaller = [
        Tier(tier, nodes, {**_own(values, name, tier), **_alone(values, tier, nodes), **sized(elastic, nodes)})
        for tier, nodes in ((LOCAL, here), ("one-node", 1), ("small", min(2, most)))
    ]
    return [*smaller, Tier(FULL, most, {} if values.get("name") else {"name": name})]


def notices(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a person should know before climbing."""
    claim = _section(values, "storage", "checkpoints")
    if claim.get("mode") == "existing":
        name = claim.get("claimName")
        yield f"`{name}` is the full run's alone: the others create claims for their checkpoints, as `{name}-small`"
    if fabric(values):
        yield f"`network.fabric: {fabric(values)}` begins where two nodes of the cluster meet: the smaller have none"
    if not _section(values, "local").get("numProcPerNode"):
        yield "`local` has no `numProcPerNode`: a node starts as many processes here as on the cluster"


def _own(values: Mapping[str, Any], name: str, tier: str) -> dict[str, Any]:
    """Return the names of a tier, and where it writes."""
    over: dict[str, Any] = {"name": f"{name}-{tier}"}
    for path in _CREATED_CLAIMS:
        claim = dict(_claim(_section(values, *path), tier, is_written=path == ("storage", "checkpoints")))
        if claim:
            over[path[0]] = {path[1]: claim}
    if storage := _section(values, "ray").get("storagePath"):
        over["ray"] = {"storagePath": f"{storage.rstrip('/')}-{tier}"}
    return over


def _alone(values: Mapping[str, Any], tier: str, nodes: int) -> dict[str, Any]:
    """Return what a tier is without that has no other node to reach, or is none of the cluster's."""
    network = without_fabric(values) if nodes == 1 or tier == LOCAL else {}
    return {"network": network} if network else {}


def _claim(claim: Mapping[str, Any], tier: str, *, is_written: bool) -> Iterator[tuple[str, str]]:
    """Yield what makes a claim the tier's own; one that exists and is read only stays."""
    if claim.get("mode") == "existing" and is_written:
        yield "mode", "create"
    elif claim.get("mode") != "create":
        return
    if claim_name := claim.get("claimName"):
        yield "claimName", f"{claim_name}-{tier}"


def _section(values: Mapping[str, Any], *path: str) -> Mapping[str, Any]:
    for key in path:
        values = values.get(key) or {}
    return values
