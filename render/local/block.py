"""The `local` block of a spec: what differs off the cluster."""

import json
from collections.abc import Mapping
from typing import Any

from render.source import Document, Text, load

_TAKEN = ("env", "args", "numProcPerNode")
"""What stands under the same name at the root of a spec."""


def overlay(values: Mapping[str, Any], nodes: int | None, port: int | None = None) -> Document:
    """Return what to lay over a spec for a run here.

    `values` are the spec's with the chart's defaults. `nodes` wins over the block's number, and `port` is that of the
    rendezvous. Of an elastic run the number is the greatest one.
    """
    block: Mapping[str, Any] = values.get("local") or {}
    over = {key: block[key] for key in _TAKEN if block.get(key) is not None}
    count = nodes or block.get("numNodes")
    if count is not None:
        over |= sized(values.get("elastic") or {}, int(count))
    if port is not None:
        over["network"] = {"port": port}
    document, _ = load(Text("<local>", json.dumps(over)))
    return document


def sized(elastic: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return what makes a spec one of so many nodes; of an elastic one, of so many at most."""
    if not elastic.get("maxNodes"):
        return {"numNodes": count}
    return {"elastic": {"minNodes": min(int(elastic.get("minNodes") or 1), count), "maxNodes": count}}
