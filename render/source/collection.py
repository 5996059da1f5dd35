"""An open collection while it is read, and the anchors of a text."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from render.problem import Span
from render.source.document import Node


class Anchor(NamedTuple):
    """The node of an anchor (None while it is open), its number of nodes and characters, and its depth."""

    node: Node | None = None
    nodes: int = 1
    characters: int = 0
    height: int = 0


class Frame:
    """An open mapping or sequence."""

    def __init__(
        self, start: Span, key: Span | None, anchor: str | None, before: tuple[int, int], *, is_mapping: bool
    ) -> None:
        """Open a collection; `before` is the number of nodes and characters of the document before it."""
        self.start = start
        self.key = key
        self.anchor = anchor
        self.before = before
        self.is_mapping = is_mapping
        self.children: dict[str, Node] = {}
        self.merged: list[Node] = []
        """The mappings of merge keys (`<<`)."""
        self.pending: tuple[str, Span] | None = None
        """The key that waits for its value."""
        self.is_merging = False
        """Whether the pending key is a merge key."""
        self.height = 1
        """Levels from the collection to its deepest value."""

    def add(self, node: Node) -> None:
        """Add the value of the pending key, or the next value of the sequence."""
        name = str(len(self.children)) if self.pending is None else self.pending[0]
        self.children[name] = node
        self.pending = None

    def merge(self, node: Node) -> bool:
        """Add the value of a merge key; return False unless it is a mapping or a list of mappings."""
        mappings = [node] if node.is_mapping else list(node.children.values())
        self.merged += mappings
        self.pending = None
        self.is_merging = False
        return bool(mappings) and all(mapping.is_mapping for mapping in mappings)

    def closed(self, end: tuple[int, int]) -> Node:
        """Return the finished collection."""
        children = dict(self._inherited()) | self.children if self.merged else self.children
        data: Any
        if self.is_mapping:
            data = {key: child.data for key, child in children.items()}
        else:
            data = [child.data for child in children.values()]
        return Node((*self.start[:2], *end), self.key, None, self.is_mapping, children, data)

    def _inherited(self) -> Iterator[tuple[str, Node]]:
        for mapping in reversed(self.merged):  # the first one takes precedence
            yield from mapping.children.items()
