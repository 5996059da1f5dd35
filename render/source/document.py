"""A YAML document with the position of each key and value."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from render.problem import Span

_NO_CHILDREN: Mapping[str, "Node"] = {}


class Node(NamedTuple):
    """A value of a document. Nodes are a tree, since the pointers of a deep document are longer than the document.

    A NamedTuple, since a document has thousands and a frozen dataclass takes four times as long to create.
    """

    value: Span
    key: Span | None = None
    scalar: str | None = None
    """The text of a scalar, without quotes; None for a mapping, a sequence and the alias of one."""
    is_mapping: bool = False
    children: Mapping[str, "Node"] = _NO_CHILDREN
    """By key, or by decimal position. The children of an alias have the positions of its anchor."""
    data: Any = None
    """The JSON value that Helm and kubectl read. Shared between an anchor and its aliases: don't modify it."""

    @property
    def span(self) -> Span:
        """The position to show: the value, or its key if the value is empty."""
        return self.key if self.key is not None and self.value[:2] == self.value[2:] else self.value


class Document(NamedTuple):
    """One document of a text."""

    file: str
    content: str
    """The whole text, other documents included."""
    root: Node | None
    """None if nothing could be read."""
    start: Span | None = None
    """Its first position; None for the rest of the text after the last document."""
    is_whole: bool = True
    """False if reading stopped inside the document; a problem then has the reason."""
    nodes: int = 0
    """The number of its values and keys, with aliases expanded."""
    characters: int = 0
    """The number of characters of its scalars, with aliases expanded."""

    def find(self, pointer: str) -> Node | None:
        """Return the node of a JSON pointer (RFC 6901)."""
        node, is_exact = self.nearest(pointer)
        return node if is_exact else None

    def nearest(self, pointer: str) -> tuple[Node | None, bool]:
        """Return the node at the longest part of a pointer that is in the text, and whether it is the whole pointer.

        Values behind an alias or a merge key are in another place of the text; a missing key is in none.
        """
        node = self.root
        for token in pointer.split("/")[1:]:
            below = node and node.children.get(token.replace("~1", "/").replace("~0", "~"))
            if below is None:
                return node, False
            node = below
        return node, node is not None
