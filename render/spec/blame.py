"""Find the line of a text that Helm's refusal is about."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from render import engine
from render.engine import EngineName, Refusal, Refused
from render.problem import Problem, Span
from render.source import Document, Node
from render.source.codes import SYNTAX
from render.spec import codes

_WANTS_STRING = re.compile(r"got (number|boolean), want (.*\b)?string\b.*")
_LINE = re.compile(r"\bline (\d+)\b")


def refused_values(
    refusals: Sequence[Refusal], documents: Sequence[Document], over: Mapping[str, Any]
) -> list[Problem]:
    """Return the refusals of merged values as problems.

    `documents` are the spec and its overlays in the order in which they were merged, `over` the values of `--set`.
    """
    return [_placed(refusal, documents, over) for refusal in refusals]


def refused_texts(refused: Refused, documents: Sequence[Document], engine_name: EngineName | None) -> list[Problem]:
    """Return as problems why texts could not be read or `--set` not be merged."""
    for document in documents:
        try:
            engine.values([document.content], engine=engine_name)
        except Refused as own:
            return [_unread(refusal, document) for refusal in own.refusals]
    return [codes.REFUSED.problem(refusal.message, file="--set") for refusal in refused.refusals]


def _unread(refusal: Refusal, document: Document) -> Problem:
    line = _LINE.search(refusal.message)
    span = (int(line[1]), 1, int(line[1]), 1) if line else None
    return SYNTAX.problem(refusal.message, file=document.file, span=span)


def _placed(refusal: Refusal, documents: Sequence[Document], over: Mapping[str, Any]) -> Problem:
    if refusal.pointer is None:
        return codes.REFUSED.problem(refusal.message, hint=refusal.hint, file=documents[0].file)
    message = f"`{refusal.pointer or '/'}`: {refusal.message}"
    if refusal.pointer and holds(over, refusal.pointer):
        rule = codes.REFUSED_VALUE
        return rule.problem(message, hint=refusal.hint, file="--set", pointer=refusal.pointer)
    document, node = written(refusal.pointer, documents)
    return codes.REFUSED_VALUE.problem(
        message,
        hint=refusal.hint or _hint(refusal, node),
        file=document.file,
        span=_span(refusal, node),
        pointer=refusal.pointer,
    )


def written(pointer: str, documents: Sequence[Document]) -> tuple[Document, Node | None]:
    """Return where a value stands: the last text that sets it; the first that has the mapping it is missing in."""
    found = [(document, node) for document in documents if (node := document.find(pointer)) is not None]
    if found:
        return found[0] if found[0][1].is_mapping else found[-1]
    return documents[0], documents[0].nearest(pointer)[0]


def _span(refusal: Refusal, node: Node | None) -> Span | None:
    if node is None:
        return None
    return node.key if node.key is not None and refusal.is_about_key else node.span


def _hint(refusal: Refusal, node: Node | None) -> str | None:
    if node is not None and node.scalar and _WANTS_STRING.fullmatch(refusal.message):
        return f'write `"{node.scalar}"`'
    return None


def holds(values: object, pointer: str) -> bool:
    """Say whether values have something at a JSON pointer."""
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(values, dict) and key in values:
            values = values[key]
        elif isinstance(values, list) and key.isdecimal() and int(key) < len(values):
            values = values[int(key)]
        else:
            return False
    return True
