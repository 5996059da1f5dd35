"""What a deployment has for values, as the texts that Helm reads one after another."""

import json
from collections.abc import Callable
from typing import NamedTuple

from render.gitops.deployment import Place, Written
from render.problem import LINE_BREAK, Span, has_error
from render.shape.mistake import json_pointer
from render.source import Document, Node, Text, load
from render.validation.rooted import rooted


class Spot(NamedTuple):
    """A place in a text."""

    document: Document
    node: Node | None

    @classmethod
    def of(cls, place: Place) -> "Spot":
        """Return where something stands: of what is written nowhere, what should have it."""
        item = rooted(place.object)
        return cls(item.document, item.document.nearest(item.pointer + json_pointer(place.path))[0])

    @property
    def span(self) -> Span | None:
        """What to mark."""
        if self.node is None:
            return None
        return self.node.span if self.node.scalar is not None or self.node.key is None else self.node.key


def document(written: Written) -> Document | None:
    """Return values in an object as a text of its file; None where they are no mapping.

    What is found in them is found at the lines of the object.
    """
    spot = Spot.of(written.place)
    if not isinstance(written.data, str):
        root = spot.node._replace(data=written.data) if spot.node is not None else None
        return Document(spot.document.file, json.dumps(written.data), root)
    inside, problems = load(Text(spot.document.file, written.data))
    if has_error(problems) or inside.root is None:
        return None
    return inside._replace(root=_moved(inside.root, _mover(spot)))


def _mover(spot: Spot) -> Callable[[Span], Span]:
    """Return what puts the places of a text into the file that holds it: of a block line by line, else all to one."""
    whole = spot.span or (1, 1, 1, 1)
    rows = LINE_BREAK.split(spot.document.content)
    if spot.node is None or rows[whole[0] - 1][whole[1] - 1 : whole[1]] != "|":
        return lambda _: whole
    first = whole[0]
    row = next((row for row in rows[first:] if row.strip()), "")
    indent = len(row) - len(row.lstrip(" "))

    def move(span: Span) -> Span:
        line, column, end_line, end_column = span
        return line + first, column + indent, end_line + first, end_column + indent

    return move


def _moved(node: Node, move: Callable[[Span], Span]) -> Node:
    children = {key: _moved(child, move) for key, child in node.children.items()}
    return node._replace(value=move(node.value), key=node.key and move(node.key), children=children)
