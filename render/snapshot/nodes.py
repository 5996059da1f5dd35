"""Nodes grouped by shape: what its members have in common is written once."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from render.doctor.checks.lost_node import is_lost
from render.manifests.paths import Data

_HOST = "kubernetes.io/hostname"
"""The kubelet sets this label to the node's name; it is written only where it has another value."""
_TYPE = "node.kubernetes.io/instance-type"
_OF_MACHINE = frozenset({"ephemeral-storage", "memory"})
"""Resources of which nodes of one shape have slightly different amounts."""
_UNKNOWN = {"type": "Ready", "status": "Unknown"}


def group_nodes(nodes: Iterable[Data]) -> list[dict[str, Any]]:
    """Return the shapes of nodes, in the order of the names of their first members."""
    shapes: dict[str, list[dict[str, Any]]] = {}
    for node in sorted(map(_node, nodes), key=lambda one: str(one["name"])):
        shapes.setdefault(_shape_key(node), []).append(node)
    return [_shape(members) for members in shapes.values()]


def _node(data: Data) -> dict[str, Any]:
    spec, metadata = data.get("spec", {}), data["metadata"]
    labels = {key: text for key, text in metadata.get("labels", {}).items() if (key, text) != (_HOST, metadata["name"])}
    taints = [{key: one[key] for key in ("key", "value", "effect") if one.get(key)} for one in spec.get("taints", ())]
    return {
        "name": metadata["name"],
        "labels": labels,
        "taints": taints,
        "unschedulable": bool(spec.get("unschedulable")),
        "lost": is_lost(data),
        "allocatable": data.get("status", {}).get("allocatable", {}),
    }


def _shape_key(node: Mapping[str, Any]) -> str:
    devices = {name: value for name, value in node["allocatable"].items() if name not in _OF_MACHINE}
    fields = ("taints", "unschedulable", "lost")
    return json.dumps([devices, node["labels"].get(_TYPE), *map(node.get, fields)], sort_keys=True)


def _shape(members: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    first = members[0]
    shared = {field: _shared([one[field] for one in members]) for field in ("labels", "allocatable")}
    flags = {flag: True for flag in ("unschedulable", "lost") if first[flag]}
    shape = {"labels": _sorted(shared["labels"]), "taints": first["taints"], **flags}
    shape["allocatable"] = _sorted(shared["allocatable"])
    listed = [
        {"name": one["name"]}
        | {
            field: own
            for field, common in shared.items()
            if (own := _sorted({key: one[field][key] for key in one[field].keys() - common.keys()}))
        }
        for one in members
    ]
    return {key: part for key, part in shape.items() if part} | {"members": listed}


def _shared(values: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    first, *others = values
    return {key: text for key, text in first.items() if all(one.get(key) == text for one in others)}


def _sorted(values: Mapping[str, Any]) -> dict[str, Any]:
    return dict(sorted(values.items()))


def expand_nodes(shapes: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the nodes of shapes, as an API server lists them."""
    for shape in shapes:
        for member in shape["members"]:
            labels = {_HOST: member["name"], **shape.get("labels", {}), **member.get("labels", {})}
            yield {
                "apiVersion": "v1",
                "kind": "Node",
                "metadata": {"name": member["name"], "labels": labels},
                "spec": {"taints": shape.get("taints", []), "unschedulable": shape.get("unschedulable", False)},
                "status": {
                    "allocatable": {**shape.get("allocatable", {}), **member.get("allocatable", {})},
                    "conditions": [_UNKNOWN] if shape.get("lost") else [],
                },
            }
