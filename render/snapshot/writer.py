"""Write a snapshot as YAML: the same cluster gives the same bytes, and a change of one thing changes few lines."""

from collections.abc import Iterator, Mapping
from typing import Any

from render.source.yaml_writer import to_flow_yaml, to_yaml

_NOTICE = "# Written by `render cluster snapshot`: what a cluster offers (schemas/cluster.json). It has no secrets.\n"
_BLOCKS = {"load": "nodes", "nodes": "members", "objects": "items"}
"""Lists whose items have a list of their own, by the key of that list."""


def write_snapshot(data: Mapping[str, Any]) -> str:
    """Return the text of a snapshot: one line for each item of its lists."""
    return "".join((_NOTICE, *(part for key, value in data.items() for part in _section(key, value))))


def _section(key: str, value: Any) -> Iterator[str]:
    if not isinstance(value, list):
        yield to_yaml({key: value})
    elif not value:
        yield f"{key}: []\n"
    else:
        yield f"{key}:\n"
        for item in value:
            yield from _item(item, _BLOCKS.get(key))


def _item(item: Any, block: str | None) -> Iterator[str]:
    if block is None:
        yield f"- {to_flow_yaml(item)}\n"
        return
    marks = iter(["- "])
    for key, value in item.items():
        mark = next(marks, "  ")
        if key == block and value:
            yield f"{mark}{key}:\n"
            yield from (f"  - {to_flow_yaml(one)}\n" for one in value)
        else:
            yield f"{mark}{key}: {to_flow_yaml(value)}\n"
