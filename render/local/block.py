"""The `local` block of a spec: what differs off the cluster."""

import json
from collections.abc import Mapping
from typing import Any

from render.source import Document, Text, load

NONE = "none"
"""The fabric of a spec that names none."""

_TAKEN = ("env", "args", "numProcPerNode")
"""What stands under the same name at the root of a spec."""


def overlay(values: Mapping[str, Any], nodes: int | None, port: int | None = None) -> Document:
    """Return what to lay over a spec for a run here.

    `values` are the spec's with the chart's defaults. `nodes` wins over the block's number, and `port` is that of the
    rendezvous. Of an elastic run the number is the greatest one. A fabric's devices are not here.
    """
    block: Mapping[str, Any] = values.get("local") or {}
    over = {key: block[key] for key in _TAKEN if block.get(key) is not None}
    count = nodes or block.get("numNodes")
    if count is not None:
        over |= sized(values.get("elastic") or {}, int(count))
    network = {**without_fabric(values), **({} if port is None else {"port": port})}
    if network:
        over["network"] = network
    document, _ = load(Text("<local>", json.dumps(over)))
    return document


def fabric(values: Mapping[str, Any]) -> str | None:
    """Return the fabric that a spec names, if it names one."""
    found = (values.get("network") or {}).get("fabric")
    return None if found in (None, NONE) else str(found)


def without_fabric(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of `network` makes a spec one without its fabric, and without the machine that has it."""
    machine = (values.get("network") or {}).get("machineType")
    return {"fabric": NONE, **({} if machine is None else {"machineType": None})} if fabric(values) else {}


def sized(elastic: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return what makes a spec one of so many nodes; of an elastic one, of so many at most."""
    if not elastic.get("maxNodes"):
        return {"numNodes": count}
    return {"elastic": {"minNodes": min(int(elastic.get("minNodes") or 1), count), "maxNodes": count}}
