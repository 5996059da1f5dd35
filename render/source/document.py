"""Where each key and each value of a document stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from render.problem import Span


@dataclass(frozen=True, slots=True)
class Node:
    """One value of a document. A tree, since the pointers of a deep document are longer than the document."""

    value: Span
    key: Span | None = None
    scalar: str | None = None
    """The text of a scalar, without quotes; None for a mapping, a sequence and the alias of one."""
    is_mapping: bool = False
    children: Mapping[str, "Node"] = field(default_factory=dict)
    """By key, or by position written as a decimal."""

    @property
    def span(self) -> Span:
        """The place to show: the value, or the key of a value that was left out."""
        return self.key if self.key is not None and self.value[:2] == self.value[2:] else self.value


@dataclass(frozen=True, slots=True)
class Document:
    """The first document of a text; `count` says how many there are."""

    file: str
    content: str
    root: Node | None
    count: int

    def find(self, pointer: str) -> Node | None:
        """Return the node of a JSON pointer (RFC 6901)."""
        node, is_exact = self.nearest(pointer)
        return node if is_exact else None

    def nearest(self, pointer: str) -> tuple[Node | None, bool]:
        """Return the node of a pointer's longest written part, and whether that is the whole pointer.

        What stands behind an alias or a merge key is written elsewhere; a key that is missing, nowhere.
        """
        node = self.root
        for token in pointer.split("/")[1:]:
            below = node and node.children.get(token.replace("~1", "/").replace("~0", "~"))
            if below is None:
                return node, False
            node = below
        return node, node is not None
