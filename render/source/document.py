"""What a document holds, and where each key and each value of it stands."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from render.problem import Span

_NO_CHILDREN: Mapping[str, "Node"] = {}


class Node(NamedTuple):
    """One value of a document. A tree, since the pointers of a deep document are longer than the document.

    A tuple, since a document has thousands and a frozen dataclass takes four times as long to make.
    """

    value: Span
    key: Span | None = None
    scalar: str | None = None
    """The text of a scalar, without quotes; None for a mapping, a sequence and the alias of one."""
    is_mapping: bool = False
    children: Mapping[str, "Node"] = _NO_CHILDREN
    """By key, or by position written as a decimal; those of an alias stand at its anchor."""
    data: Any = None
    """What Helm and kubectl read here, as JSON has it. Shared between an anchor and its aliases: not to be changed."""

    @property
    def span(self) -> Span:
        """The place to show: the value, or the key of a value that was left out."""
        return self.key if self.key is not None and self.value[:2] == self.value[2:] else self.value


class Document(NamedTuple):
    """One document of a text."""

    file: str
    content: str
    """The whole text, other documents included."""
    root: Node | None
    """None where nothing could be read."""
    start: Span | None = None
    """Where it begins; None for what follows the last document and is none."""
    is_whole: bool = True
    """False where reading stopped inside it: then a problem says why."""
    nodes: int = 0
    """Its values and keys, those that aliases stand for included."""
    characters: int = 0
    """Of its scalars, likewise."""

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
