"""Locate findings and Helm's rejections: the line of the spec or overlay that sets a value, or `--set`."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from render import engine
from render.engine import EngineName, Rejection, RenderRejected
from render.manifests.finding import Finding
from render.problem import Problem, Span
from render.schema_errors.error import parse_pointer
from render.schema_errors.formatting import format_path
from render.source import Document, Node
from render.source.codes import SYNTAX
from render.spec import codes

if TYPE_CHECKING:
    from render.spec.rendering import Merged

_WANTS_STRING = r"got (number|boolean), want (.*\b)?string\b.*"
_LINE = r"\bline (\d+)\b"


def spec_problem(finding: Finding, merged: "Merged") -> Problem:
    """Return a finding about a spec's values as a problem at `--set`, or in the document that sets the value."""
    if finding.pointer and _has_pointer(merged.over, finding.pointer):
        hint = "write it in a file for `-f`, in quotes" if finding.wants_text else finding.hint
        return finding.rule.problem(finding.message, hint=hint, file="--set", pointer=finding.pointer)
    document, _ = _find_node(finding.pointer, merged.documents)
    return finding.problem_in(document)


def refused_values(
    refusals: Sequence[Rejection], documents: Sequence[Document], over: Mapping[str, Any]
) -> list[Problem]:
    """Return the rejections of merged values as problems.

    `documents` are the spec and its overlays in the order of merging; `over` contains the values of `--set`.
    """
    return [_placed(refusal, documents, over) for refusal in refusals]


def refused_texts(
    refused: RenderRejected, documents: Sequence[Document], engine_name: EngineName | None
) -> list[Problem]:
    """Return problems with the reasons why a text could not be read or `--set` could not be merged."""
    for document in documents:
        try:
            engine.merge_values([document.content], engine=engine_name)
        except RenderRejected as own:
            return [_unread(refusal, document) for refusal in own.rejections]
    return [codes.REFUSED.problem(refusal.message, file="--set") for refusal in refused.rejections]


def _unread(refusal: Rejection, document: Document) -> Problem:
    line = re.search(_LINE, refusal.message)
    span = (int(line[1]), 1, int(line[1]), 1) if line else None
    return SYNTAX.problem(refusal.message, file=document.file, span=span)


def _placed(refusal: Rejection, documents: Sequence[Document], over: Mapping[str, Any]) -> Problem:
    if refusal.pointer is None:
        return codes.REFUSED.problem(refusal.message, hint=refusal.hint, file=documents[0].file)
    place = format_path(parse_pointer(refusal.pointer))
    message = f"`{place}`: {refusal.message}" if place else refusal.message
    if refusal.pointer and _has_pointer(over, refusal.pointer):
        rule = codes.REFUSED_VALUE
        return rule.problem(message, hint=refusal.hint, file="--set", pointer=refusal.pointer)
    document, node = _find_node(refusal.pointer, documents)
    return codes.REFUSED_VALUE.problem(
        message,
        hint=refusal.hint or _hint(refusal, node),
        file=document.file,
        span=_span(refusal, node),
        pointer=refusal.pointer,
    )


def _find_node(pointer: str, documents: Sequence[Document]) -> tuple[Document, Node | None]:
    """Return the document and the node of a value: the last document that sets it.

    For a mapping, it is the first such document; for a missing value, the first document and the nearest node.
    """
    found = [(document, node) for document in documents if (node := document.find(pointer)) is not None]
    if found:
        return found[0] if found[0][1].is_mapping else found[-1]
    return documents[0], documents[0].nearest(pointer)[0]


def _span(refusal: Rejection, node: Node | None) -> Span | None:
    if node is None:
        return None
    return node.key if node.key is not None and refusal.is_about_key else node.span


def _hint(refusal: Rejection, node: Node | None) -> str | None:
    if node is not None and node.scalar and re.fullmatch(_WANTS_STRING, refusal.message):
        return f'write `"{node.scalar}"`'
    return None


def _has_pointer(values: object, pointer: str) -> bool:
    """Return True if values contain a value at a JSON pointer."""
    for key in parse_pointer(pointer):
        if isinstance(values, dict) and str(key) in values:
            values = values[str(key)]
        elif isinstance(values, list) and isinstance(key, int) and key < len(values):
            values = values[key]
        else:
            return False
    return True
