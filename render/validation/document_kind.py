"""The kind of a document: a spec, an overlay of specs, a Kubernetes object, or another program's file."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any, NamedTuple

from render.problem import Problem
from render.source import Document
from render.spec import Request
from render.spec.codes import NOT_A_SPEC, OTHER_TOOL
from render.spec.collect import check_kind, is_any_of, is_spec
from render.spec.foreign_keys import HINTS
from render.validation.other_tools import tool_of

_SPEC_METADATA = frozenset(("annotations", "labels"))


class DocumentKind(Enum):
    """The kind of a document."""

    SPEC = auto()
    OVERLAY = auto()
    """A mapping without a kind: a spec without its envelope, an overlay, or data of another program."""
    OBJECT = auto()
    NOTHING = auto()


def kind_of(document: Document) -> DocumentKind:
    """Return the kind of a document. A list or a scalar is read as an object, and rejected as one."""
    root = document.root
    if root is None or root.data is None:
        return DocumentKind.NOTHING
    if not root.is_mapping:
        return DocumentKind.OBJECT
    if is_spec(root.data):
        return DocumentKind.SPEC
    if root.data.get("kind") is None and root.data.get("apiVersion") is None and not _is_of_object(root.data):
        return DocumentKind.OVERLAY
    return DocumentKind.OBJECT


def _is_of_object(data: Mapping[str, Any]) -> bool:
    """Return True if a mapping has `metadata` as an object has it; that of a spec has labels and annotations alone."""
    metadata = data.get("metadata", {})
    if not isinstance(metadata, dict) or not metadata.keys() <= _SPEC_METADATA:
        return True
    return "metadata" in data and "spec" in data


NO_KIND = "no kind"
OVERLAY = "overlay"

_MOST = 0.5
"""Share of known keys above which a file counts as an overlay: other programs' files share a key or two with specs."""


class Skip(NamedTuple):
    """A skipped document: the reason, by which documents are counted, and the problem to report."""

    reason: str
    problem: Problem | None = None


def skip_other_tool(document: Document, *, is_named: bool) -> Skip | None:
    """Return the reason to skip a document if another program reads it. A problem is reported only for named files."""
    tool = tool_of(document)
    if tool is None:
        return None
    message = f"is a file for {tool}, which render does not check: skipped"
    return Skip(f"for {tool}", OTHER_TOOL.problem(message, file=document.file) if is_named else None)


def could_be_a_spec(document: Document, request: Request) -> bool:
    """Return True if a mapping has a key of a spec."""
    return _share(document, request) > 0


def skip_without_kind(document: Document, request: Request, *, is_named: bool) -> Skip:
    """Return the reason to skip a mapping or list without a kind."""
    root = document.root
    if root is None or not root.is_mapping:
        message = "is a list without `kind`, so it is not a Kubernetes object: skipped"
        return Skip(NO_KIND, NOT_A_SPEC.problem(message, file=document.file))
    if is_any_of(document.file, (one.file for one in request.overlays)):
        return Skip(OVERLAY)
    if not is_named and (problem := check_kind(document)):
        return Skip(NO_KIND, problem)
    is_overlay = _share(document, request) > _MOST
    why = "an overlay, which is checked over its spec (`-f`)" if is_overlay else "neither a spec nor an object"
    note = NOT_A_SPEC.problem(f"has no `kind`, so it is {why}: skipped", file=document.file)
    return Skip(OVERLAY if is_overlay else NO_KIND, note)


def _share(document: Document, request: Request) -> float:
    """Return the share of a document's keys that may be in a spec, from 0 to 1."""
    known = request.chart.schema().get("properties", {}).keys() | HINTS
    keys = document.root.children if document.root is not None else {}
    return sum(key in known for key in keys) / max(len(keys), 1)
