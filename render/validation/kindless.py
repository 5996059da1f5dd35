"""What to report of a document that names no kind, and so is neither judged as a spec nor as an object."""

import os
from collections.abc import Iterable
from typing import NamedTuple

from render.problem import Problem
from render.source import Document
from render.spec import Request
from render.spec.codes import NOT_A_SPEC, OTHER_TOOL, SPEC_WITHOUT_KIND
from render.spec.words import WORDS
from render.validation.other_tools import tool_of

NO_KIND = "no kind"
OVERLAY = "overlay"

_MOST = 0.5
"""Share of keys above which a file is taken for an overlay: programs' own settings share a key or two with us."""

_OWN_KEYS = frozenset(("args", "command", "image", "launcher", "numNodes", "numProcPerNode", "resourcesPerNode"))
"""Keys of which a spec has several, and an overlay few."""

_ENVELOPE = "add `apiVersion: render/v1alpha1` and `kind: TrainingJob`, or give it with `-f` if it is an overlay"


class Skip(NamedTuple):
    """A document that is left out: the reason, in words that are counted, and what to report of it."""

    reason: str
    problem: Problem | None = None


def of_another_tool(document: Document, *, is_named: bool) -> Skip | None:
    """Return why a document that another program reads is left out; only a file that the user names is reported."""
    tool = tool_of(document)
    if tool is None:
        return None
    message = f"is a file for {tool}, which render does not check: skipped"
    return Skip(f"for {tool}", OTHER_TOOL.problem(message, file=document.file) if is_named else None)


def could_be_a_spec(document: Document, request: Request) -> bool:
    """Say whether a mapping has a key of a spec."""
    return _share(document, request) > 0


def left_out(document: Document, request: Request, *, is_named: bool) -> Skip:
    """Return why a mapping or list that names no kind is left out."""
    root = document.root
    if root is None or not root.is_mapping:
        message = "is a list without `kind`, so it is no Kubernetes object: skipped"
        return Skip(NO_KIND, NOT_A_SPEC.problem(message, file=document.file))
    if _is_laid_over(document.file, request.overlays):
        return Skip(OVERLAY)
    if len(_OWN_KEYS & root.children.keys()) > 1 and not is_named:
        message = "looks like a spec and has no `kind`, so it is not checked"
        return Skip(NO_KIND, SPEC_WITHOUT_KIND.problem(message, hint=_ENVELOPE, file=document.file))
    is_overlay = _share(document, request) > _MOST
    why = "an overlay, which is checked over its spec (`-f`)" if is_overlay else "neither a spec nor an object"
    note = NOT_A_SPEC.problem(f"has no `kind`, so it is {why}: skipped", file=document.file)
    return Skip(OVERLAY if is_overlay else NO_KIND, note)


def _share(document: Document, request: Request) -> float:
    """Return which part of a document's keys could be a spec's."""
    known = request.chart.schema().get("properties", {}).keys() | WORDS
    keys = document.root.children if document.root is not None else {}
    return sum(key in known for key in keys) / max(len(keys), 1)


def _is_laid_over(file: str, overlays: Iterable[Document]) -> bool:
    return any(os.path.realpath(file) == os.path.realpath(overlay.file) for overlay in overlays)
