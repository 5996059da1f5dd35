"""A collection while it is read, and the anchors of a text."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from render.problem import Span
from render.source.document import Node


class Anchor(NamedTuple):
    """What an alias stands for (None while that is still open), its nodes and characters, how deep it is nested."""

    node: Node | None = None
    nodes: int = 1
    characters: int = 0
    height: int = 0


@dataclass(slots=True)
class Frame:
    """A mapping or a sequence that is open."""

    start: Span
    is_mapping: bool
    key: Span | None
    anchor: str | None
    before: tuple[int, int]
    """Nodes and characters of the document before it."""
    children: dict[str, Node] = field(default_factory=dict)
    merged: list[Node] = field(default_factory=list)
    """What stands behind a merge key (`<<`)."""
    pending: tuple[str, Span] | None = None
    """The key whose value comes next."""
    is_merging: bool = False
    """Whether that is a merge key."""
    height: int = 1
    """Levels from here to the deepest value."""

    def add(self, node: Node) -> None:
        """Take the value of the pending key, or the next one of the sequence."""
        name = str(len(self.children)) if self.pending is None else self.pending[0]
        self.children[name] = node
        self.pending = None

    def merge(self, node: Node) -> bool:
        """Take the value of a merge key; return False where it is no mapping and no list of mappings."""
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
        for mapping in reversed(self.merged):  # an earlier one wins
            yield from mapping.children.items()
