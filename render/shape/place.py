"""Where in a text a mistake stands, and the hint that only the text can give."""

from render.problem import Span
from render.shape.mistake import Mistake
from render.source import Document, Node


def span(mistake: Mistake, document: Document, base: str = "") -> Span | None:
    """Return the place to show; `base` is the pointer to what the mistake's path starts from.

    What is missing has the key of the mapping that lacks it. What spans lines has its key.
    """
    node, is_exact = document.nearest(base + mistake.pointer)
    if node is None:
        return None
    if node.key is not None and (mistake.is_about_key or not is_exact or node.scalar is None):
        return node.key
    line, column, end_line, end_column = node.span
    return (line, column, end_line, end_column) if is_exact and line == end_line else (line, column, line, column + 1)


def hint(mistake: Mistake, node: Node | None) -> str | None:
    """Return the way out, with quotes around what is written where those are what lacks."""
    if mistake.wants_text and node is not None and node.scalar:
        return f'quote it: `"{node.scalar}"`'
    return mistake.hint
