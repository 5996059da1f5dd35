"""Read a snapshot: its problems at their places, or the cluster that it describes."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from render.cluster.response_schemas import object_mismatch
from render.kube.gvk import GroupVersionKind
from render.kube.quantity import amount
from render.kube.schema_folders import bundled_schemas
from render.manifests.cluster_codes import BROKEN_FILE, DUPLICATE_NODE
from render.problem import Problem, has_error
from render.snapshot.view import SnapshotView, restore_object
from render.source import Document, Node, Text, load_document
from render.spec.check_schema import check_document


@cache
def snapshot_schema() -> dict[str, Any]:
    """Return the schema of a snapshot."""
    schema: dict[str, Any] = json.loads((bundled_schemas() / "cluster.json").read_text(encoding="utf-8"))
    return schema


def load_snapshot(text: Text) -> tuple[SnapshotView | None, list[Problem]]:
    """Return the cluster of a snapshot, and its problems. With an error there is no cluster."""
    document, misread = load_document(text)
    problems = [*misread] or [*check_document(document, snapshot_schema())]
    if document.root is None or has_error(problems):
        return None, problems
    data: dict[str, Any] = document.root.data
    problems = [*_check_objects(document, data), *_check_nodes(document, data), *_check_quantities(document)]
    return (None if problems else SnapshotView(data)), problems


def _check_objects(document: Document, data: dict[str, Any]) -> Iterator[Problem]:
    """Yield a problem per object that is not one of its kind: its values have other types."""
    for number, entry in enumerate(data.get("objects", ())):
        kind = GroupVersionKind.of(entry["apiVersion"], entry["kind"])
        for index, item in enumerate(entry["items"]):
            why = object_mismatch(restore_object(kind, item, entry.get("namespace")), kind, is_part=True)
            if why is not None:
                place = document.find(f"/objects/{number}/items/{index}")
                message = f"the {kind.name} `{item['metadata']['name']}` is not one of `{kind.api_version}`: {why}"
                yield BROKEN_FILE.problem(message, hint=_HINT, file=document.file, span=_first_line(place))


def _check_nodes(document: Document, data: dict[str, Any]) -> Iterator[Problem]:
    """Yield a problem per node that two members of shapes name."""
    known: set[str] = set()
    for number, shape in enumerate(data.get("nodes", ())):
        for index, member in enumerate(shape["members"]):
            if member["name"] in known:
                place = document.find(f"/nodes/{number}/members/{index}/name")
                message = f"the node `{member['name']}` is a duplicate"
                yield DUPLICATE_NODE.problem(
                    message, hint="give each node one place", file=document.file, span=_first_line(place)
                )
            known.add(member["name"])


def _check_quantities(document: Document) -> Iterator[Problem]:
    """Yield a problem per amount of a node, or of its load, that is not a quantity."""
    left = [node for key in ("nodes", "load") if (node := document.find(f"/{key}")) is not None]
    while left:
        node = left.pop()
        for key, below in node.children.items():
            if key in ("allocatable", "permanent", "requests") and below.is_mapping:
                for name, value in below.children.items():
                    if amount(value.data) is None:
                        message = f"the amount of `{name}` must be a quantity, and is `{value.data}`"
                        hint = "write it as in Kubernetes: `8`, `1500m`, `64Gi`"
                        yield BROKEN_FILE.problem(message, hint=hint, file=document.file, span=value.span)
            else:
                left.append(below)


_HINT = "write the file again with `render cluster snapshot`, or correct the field"


def _first_line(node: Node | None) -> tuple[int, int, int, int] | None:
    if node is None:
        return None
    line, column, *_ = node.span
    return line, column, line, column + 1
