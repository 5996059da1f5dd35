"""From documents to objects: what each is, and what makes it none."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from render.kube.kind import Kind
from render.manifests import codes
from render.problem import Problem
from render.shape import show
from render.source import Document, Node

_NEEDED = {
    "kind": (re.compile("[A-Za-z][A-Za-z0-9]{0,62}"), codes.NO_KIND),
    "apiVersion": (
        re.compile(r"([a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?/)?[a-z0-9]{1,63}"),
        codes.NO_API_VERSION,
    ),
}
"""What tells an object: words, since they are parts of file names here and of addresses in a cluster."""

_HINT = "a Kubernetes object is a mapping with `apiVersion` and `kind`"


class Object(NamedTuple):
    """One object, and where it stands in its document."""

    document: Document
    pointer: str
    """Leads to it: not empty for the item of a list."""
    kind: Kind
    data: dict[str, Any]

    @property
    def label(self) -> str:
        """Its `Kind/name`; the name is empty where it has none."""
        metadata = self.data.get("metadata")
        name = metadata.get("name") or metadata.get("generateName") if isinstance(metadata, dict) else None
        return f"{self.kind.name}/{name if isinstance(name, str) else ''}"

    @property
    def detached(self) -> "Object":
        """It without the places in its document, which take far more memory than the text and the data."""
        return self._replace(document=self.document._replace(root=None))


def objects(document: Document) -> Iterator[Object | Problem]:
    """Yield the objects of a document, those inside a `List` one by one, and what is none. Null holds none."""
    if document.root is not None and document.root.data is not None:
        yield from _objects(document, document.root, "")


def _objects(document: Document, node: Node, pointer: str) -> Iterator[Object | Problem]:
    if not node.is_mapping:
        message = f"{show.typed(node.data)} is no object"
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
        yield Object(document, pointer, Kind.of(version, kind), node.data)


def _is_list(node: Node) -> bool:
    items = node.children.get("items")
    is_named_so = str(node.data["kind"]).endswith("List")
    return is_named_so and items is not None and not items.is_mapping and items.scalar is None


def _missing(document: Document, node: Node, pointer: str) -> Iterator[Problem]:
    """Yield why an object can't be told: `kind` and `apiVersion` must be there, and words."""
    for key, (form, rule) in _NEEDED.items():
        value = node.data.get(key)
        if isinstance(value, str) and form.fullmatch(value):
            continue
        written = node.children.get(key)
        message = f"{show.value(value)} can't be its `{key}`" if value else f"the object has no `{key}`"
        first = next(iter(node.children.values()), node)
        span = written.span if written is not None else first.key or node.span
        yield rule.problem(message, hint=_HINT, file=document.file, span=span, pointer=f"{pointer}/{key}")
