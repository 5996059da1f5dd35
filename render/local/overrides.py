"""The `local` block of a spec, as an overlay for a run on this machine."""

import json
from collections.abc import Mapping
from typing import Any

from render.source import Document, Text, load_document

NO_FABRIC = "none"
"""Value of `network.fabric` for no fabric."""

_TAKEN = ("env", "args", "numProcPerNode")
"""Keys of the block that override the key of the same name at the root of the spec."""


def local_overlay(values: Mapping[str, Any], nodes: int | None, port: int | None = None) -> Document:
    """Return the overlay of a spec for a run on this machine; it removes the fabric.

    `values` are those of the spec with the chart's defaults. `nodes` overrides the block's number of nodes; for an
    elastic run this is the maximum. `port` overrides the port of the rendezvous.
    """
    block: Mapping[str, Any] = values.get("local") or {}
    over = {key: block[key] for key in _TAKEN if block.get(key) is not None}
    count = nodes or block.get("numNodes")
    if count is not None:
        over |= node_count_overrides(values.get("elastic") or {}, int(count))
    network = {**network_without_fabric(values), **({} if port is None else {"port": port})}
    if network:
        over["network"] = network
    over |= without_topology(values, "level", "slice")
    document, _ = load_document(Text("<local>", json.dumps(over)))
    return document


def named_fabric(values: Mapping[str, Any]) -> str | None:
    """Return the name of a spec's fabric; None if it has none."""
    found = (values.get("network") or {}).get("fabric")
    return None if found in (None, NO_FABRIC) else str(found)


def network_without_fabric(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of `network` that remove the fabric with its section, and the machine type.

    Empty if there is no fabric.
    """
    fabric = named_fabric(values)
    if not fabric:
        return {}
    network = values.get("network") or {}
    is_linked = (network.get("computeDomain") or {}).get("mode") == "create"
    keys = (fabric, "machineType", *(("computeDomain",) if is_linked else ()))
    return {"fabric": NO_FABRIC, **{key: None for key in keys if network.get(key) is not None}}


def without_topology(values: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return the values that remove keys of `topology`, and its mode with the level; empty if none is set."""
    topology = values.get("topology") or {}
    removed = [key for key in keys if topology.get(key)]
    if "level" in removed:
        removed.append("mode")
    return {"topology": dict.fromkeys(removed)} if removed else {}


def node_count_overrides(elastic: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return the values that set the number of nodes; for an elastic spec, the maximum number."""
    if not elastic.get("maxNodes"):
        return {"numNodes": count}
    return {"elastic": {"minNodes": min(int(elastic.get("minNodes") or 1), count), "maxNodes": count}}
