"""The sizes of a training, each a run of its own: a smaller run shows an error before the full one."""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from render.kube.devices import gpu_count
from render.local.output_folders import output_overrides, writable_mounts
from render.local.overrides import named_fabric, network_without_fabric, node_count_overrides, without_topology

LOCAL, FULL = "local", "full"

_CREATED_CLAIMS = (("storage", "checkpoints"), ("initializers", "storage"))
"""Paths of the claims that a run may create."""


class Tier(NamedTuple):
    """One size of a spec."""

    name: str
    nodes: int
    over: Mapping[str, Any]
    """Values to merge into the spec. `render run` merges the `local` block itself."""


def build_ladder(values: Mapping[str, Any], name: str) -> list[Tier]:
    """Return the tiers of a spec, the smallest first; on the cluster no tier has more nodes than the spec.

    `values` are those of the spec with the chart's defaults, `name` is the name of its objects. Each tier except the
    full one has its own name, and its own claims and paths for output.
    """
    elastic = values.get("elastic") or {}
    most = int(elastic.get("maxNodes") or values.get("numNodes") or 1)
    here = int(_section(values, "local").get("numNodes") or 1)
    smaller = [
        Tier(
            tier,
            nodes,
            {**_own(values, name, tier), **_alone(values, tier, nodes), **node_count_overrides(elastic, nodes)},
        )
        for tier, nodes in ((LOCAL, here), ("one-node", 1), ("small", min(2, most)))
    ]
    return [*smaller, Tier(FULL, most, {} if values.get("name") else {"name": name})]


def ladder_notes(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield notes on the tiers for the user."""
    claim = _section(values, "storage", "checkpoints")
    if claim.get("mode") == "existing":
        name = claim.get("claimName")
        yield f"`{name}` is the full run's alone: the others create claims for their checkpoints, as `{name}-small`"
    for mount in writable_mounts(values):
        if not any(mount in str(part) for part in output_overrides(values, FULL).values()):
            yield f"all sizes can write to `{mount}`: mount it with `readOnly`, or give its output folder as an option"
    if fabric := named_fabric(values):
        yield f"`network.fabric: {fabric}` begins where two nodes of the cluster meet: the smaller have none"
    if not _section(values, "local").get("numProcPerNode"):
        yield "`local` has no `numProcPerNode`: a node starts as many processes here as on the cluster"


def _own(values: Mapping[str, Any], name: str, tier: str) -> dict[str, Any]:
    """Return the overrides of a tier's names, claims and storage path."""
    over: dict[str, Any] = {"name": f"{name}-{tier}"}
    for path in _CREATED_CLAIMS:
        claim = dict(_claim(_section(values, *path), tier, is_written=path == ("storage", "checkpoints")))
        if claim:
            over[path[0]] = {path[1]: claim}
    over |= output_overrides(values, tier)
    if storage := _section(values, "ray").get("storagePath"):
        over["ray"] = {"storagePath": f"{storage.rstrip('/')}-{tier}"}
    return over


def _alone(values: Mapping[str, Any], tier: str, nodes: int) -> dict[str, Any]:
    """Return the overrides that remove the fabric from a tier with one node or on this machine.

    Slices of the topology, which have a number of nodes, go from every smaller tier.
    """
    topology = without_topology(values, "slice")
    if nodes == 1 or tier == LOCAL:
        network = network_without_fabric(values)
        topology = without_topology(values, "level", "slice")
    else:
        network = (
            {"computeDomain": {"numNodes": None}}
            if _section(values, "network", "computeDomain").get("numNodes")
            else {}
        )
    return ({"network": network} if network else {}) | topology


def _claim(claim: Mapping[str, Any], tier: str, *, is_written: bool) -> Iterator[tuple[str, str]]:
    """Yield the fields that give a tier its own claim. An existing claim that is only read doesn't change."""
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


class LadderArguments(NamedTuple):
    """The user's arguments, for the commands of the tiers."""

    spec: Sequence[str]
    """Spec and its overlays."""
    options: Sequence[str]
    """Options of every command."""


def ladder_table(
    tiers: Iterable[tuple[Tier, str | None]], values: Mapping[str, Any], arguments: LadderArguments
) -> Iterator[str]:
    """Yield a header and one line per tier: its size, and the command that starts it.

    `tiers` are tiers with the path of their file, or None if they aren't written. `values` are those of the spec with
    the chart's defaults.
    """
    each = gpu_count(values.get("resourcesPerNode") or {})
    rows = [("TIER", "NODES", "GPUS", "COMMAND")]
    for tier, file in tiers:
        is_here = tier.name == LOCAL
        started = _here(tier, values, arguments) if is_here else _applied(tier, file, arguments)
        rows.append((tier.name, str(tier.nodes), "-" if is_here else str(tier.nodes * each), started))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n"


def _here(tier: Tier, values: Mapping[str, Any], arguments: LadderArguments) -> str:
    """Return the command that runs the spec itself, since its program is in the same directory."""
    is_written = (values.get("local") or {}).get("numNodes") is not None
    nodes = [] if is_written else ["--nodes", str(tier.nodes)]
    return shlex.join(["render", "run", *arguments.spec, *arguments.options, *nodes])


_NOT_TEXT = re.compile(r"[-+]?[0-9][0-9_.eE+-]*|true|false|null|")
"""Pattern of words that `--set` doesn't read as text."""


def _applied(tier: Tier, file: str | None, arguments: LadderArguments) -> str:
    words = [word for key in ("command", "args") for word in tier.over.get(key, ())]
    if file is None and ("files" in tier.over or any(_NOT_TEXT.fullmatch(word) for word in words)):
        return "its output folders are in its file: `--output-dir DIR`"
    spec = [*arguments.spec, *_sets(tier.over)] if file is None else [file]
    return f"{shlex.join(['render', 'template', *spec, *arguments.options])} | kubectl apply -f -"


def _sets(over: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the `--set` options for values."""
    for key, value in over.items():
        if isinstance(value, dict):
            yield from _sets(value, (*path, key.replace(".", "\\.")))
        elif isinstance(value, list):
            items = ",".join(_escape(str(item)) for item in value)
            yield from ("--set", f"{'.'.join((*path, key))}={{{items}}}")
        else:
            text = "null" if value is None else _escape(str(value))
            yield from ("--set", f"{'.'.join((*path, key))}={text}")


def _escape(text: str) -> str:
    """Return a text for a value of `--set`."""
    return text.replace("\\", "\\\\").replace(",", "\\,")
