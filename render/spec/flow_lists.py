"""Check the commas of flow lists (`[a, b]`) in command lines: a comma ends an item, also inside an option's value."""

from collections.abc import Iterator
from functools import partial
from itertools import takewhile

from render.problem import Problem
from render.source import Document, Node
from render.spec.codes import SPLIT_VALUE

_POINTERS = ("/command", "/args", "/local/args")
_FILES = (".json", ".py", ".sh", ".toml", ".yaml", ".yml")


def check_flow_lists(document: Document) -> Iterator[Problem]:
    """Yield a problem for each option that a comma splits: `[--rank=8, --target=q,v]` has three items.

    Reported only if other items of the list have a space after their comma, so that this one is meant to be text.
    """
    for pointer in _POINTERS if document.root is not None else ():
        node = document.find(pointer)
        if node is None or node.is_mapping or node.value[0] == 0 or len(node.children) < 2:
            continue
        lines = document.content.splitlines()
        if lines[node.value[0] - 1][node.value[1] - 1 : node.value[1]] != "[":
            continue
        items = list(node.children.values())
        if not any(_has_space(lines, one) for one in items[1:]):
            continue
        for index, item in enumerate(items):
            rest = list(takewhile(partial(_continues, lines), items[index + 1 :]))
            text = item.scalar or ""
            if rest and text.startswith("-") and "=" in text:
                yield _problem(document, f"{pointer}/{index}", item, rest)


def _problem(document: Document, pointer: str, first: Node, rest: list[Node]) -> Problem:
    text = ",".join(item.scalar or "" for item in (first, *rest))
    message = f"`{text}` is {1 + len(rest)} items: in `[ ]`, a comma ends an item"
    return SPLIT_VALUE.problem(
        message, hint=f'quote it: `"{text}"`', file=document.file, span=first.span, pointer=pointer
    )


def _continues(lines: list[str], item: Node) -> bool:
    return _is_joined(lines, item) and _is_bare(item)


def _is_joined(lines: list[str], item: Node) -> bool:
    """Return True if an unquoted item follows a comma without a space."""
    line, column = item.value[:2]
    text = lines[line - 1]
    return text[: column - 1].endswith(",") and not text[column - 1 :].startswith(('"', "'"))


def _has_space(lines: list[str], item: Node) -> bool:
    """Return True if a space or a line break precedes an item."""
    line, column = item.value[:2]
    return not lines[line - 1][: column - 1][-1:].strip()


def _is_bare(item: Node) -> bool:
    """Return True if an item is neither an option nor a file, which may follow an option on purpose."""
    text = item.scalar or ""
    return bool(text) and not text.startswith("-") and not text.endswith(_FILES)
