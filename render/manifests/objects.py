"""Objects of documents, and the problems of documents that are not objects."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from render.kube.gvk import GroupVersionKind
from render.manifests import codes
from render.problem import Problem
from render.schema_errors.formatting import format_typed, format_value
from render.source import Document, Node

_NEEDED = {
    "kind": ("[A-Za-z][A-Za-z0-9]{0,62}", codes.NO_KIND),
    "apiVersion": (r"([a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?/)?[a-z0-9]{1,63}", codes.NO_API_VERSION),
}
"""Fields that identify a kind. They must be words: they become parts of file names and of URLs."""

_HINT = "a Kubernetes object is a mapping with `apiVersion` and `kind`"


class Object(NamedTuple):
    """An object and its place in a document."""

    document: Document
    pointer: str
    """JSON pointer to it in the document; not empty for an item of a `List`."""
    kind: GroupVersionKind
    data: dict[str, Any]

    @property
    def label(self) -> str:
        """Its `GroupVersionKind/name`; the name is empty if it has none."""
        metadata = self.data.get("metadata")
        name = metadata.get("name") or metadata.get("generateName") if isinstance(metadata, dict) else None
        return f"{self.kind.name}/{name if isinstance(name, str) else ''}"

    @property
    def detached(self) -> "Object":
        """The object without the positions of its document, which take more memory than text and data."""
        return self._replace(document=self.document._replace(root=None))


Objects: TypeAlias = tuple[Object, ...]
"""Objects that belong together: the output of one spec, or all manifests of a command."""


def objects(document: Document) -> Iterator[Object | Problem]:
    """Yield the objects of a document, the items of a `List` one by one, and a problem for anything else."""
    if document.root is not None and document.root.data is not None:
        yield from _objects(document, document.root, "")


def _objects(document: Document, node: Node, pointer: str) -> Iterator[Object | Problem]:
    if not node.is_mapping:
        message = f"{format_typed(node.data)} is not an object"
        yield codes.NO_OBJECT.problem(message, hint=_HINT, file=document.file, span=node.span, pointer=pointer)
        return
    kind, version = node.data.get("kind"), node.data.get("apiVersion")
    problems = list(_missing(document, node, pointer))
    if problems:
        yield from problems
    elif _is_list(node):
        for position, item in node.children["items"].children.items():
            yield from _objects(document, item, f"{pointer}/items/{position}")
    else:
        yield Object(document, pointer, GroupVersionKind.of(version, kind), node.data)


def _is_list(node: Node) -> bool:
    items = node.children.get("items")
    is_named_so = str(node.data["kind"]).endswith("List")
    return is_named_so and items is not None and not items.is_mapping and items.scalar is None


def _missing(document: Document, node: Node, pointer: str) -> Iterator[Problem]:
    """Yield the problems of `kind` and `apiVersion`: both are required and must be words."""
    for key, (form, rule) in _NEEDED.items():
        value = node.data.get(key)
        if isinstance(value, str) and re.fullmatch(form, value):
            continue
        written = node.children.get(key)
        message = f"{format_value(value)} is not a valid `{key}`" if value else f"the object has no `{key}`"
        first = next(iter(node.children.values()), node)
        span = written.span if written is not None else first.key or node.span
        yield rule.problem(message, hint=_HINT, file=document.file, span=span, pointer=f"{pointer}/{key}")


def object_name(item: Object) -> str | None:
    """Return the name of an object; None if the API server generates it."""
    found = item.data.get("metadata", {}).get("name")
    return found if isinstance(found, str) else None


def object_namespace(item: Object) -> str | None:
    """Return the namespace of an object; None if the command that applies it decides."""
    found = item.data.get("metadata", {}).get("namespace")
    return found if isinstance(found, str) else None


def may_share_namespace(one: Object, other: Object) -> bool:
    """Return True if two objects may be in the same namespace."""
    places = {object_namespace(one), object_namespace(other)} - {None}
    return len(places) < 2
