"""Ask whether the API server takes what the spec renders, by trying without storing it (`dryRun`).

A controller that is gone is seen here: its webhook does not answer, and nothing of its kind can be created.
"""

from collections.abc import Iterator

from render.cluster import Answer
from render.doctor.finding import Finding, fault, ok, unknown, warning
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.kube.kind import Kind
from render.manifests.objects import Object
from render.manifests.pods import KINDS
from render.manifests.trainjob import TRAINJOB

_RUNS = {*KINDS, TRAINJOB}
"""What starts when it is created."""
_FORBIDDEN = " is forbidden: "
_GONE = "failed calling webhook"


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding an object that is neither missing its kind nor your permission: those are told elsewhere."""
    for item in wanted.applied:
        if item.kind in view.served(item.kind.group, item.kind.name):
            answer = view.tried(item.data)
            if answer.user is None and answer.status != 404:
                yield _said(item, answer)


def _said(item: Object, answer: Answer) -> Finding:
    message = answer.message.partition(_FORBIDDEN)[2] or answer.message
    if not answer.is_refusal:
        return ok(item.label, "the API server takes it")
    if answer.reason == "AlreadyExists":
        return _there(item)
    if "does not support dry run" in message:
        return unknown(item.label, message)
    if _GONE in message:
        hint = f"see whether the controller of `{_group(item.kind)}` runs"
        return fault(item.label, f"nothing of its kind can be created: {message}", hint)
    if "exceeded quota" in message:
        return warning(item.label, f"it is refused now: {message}", "remove what has ended, or ask for a larger quota")
    return fault(item.label, f"it is refused: {message}", "`render validate --server` says which line is behind it")


def _there(item: Object) -> Finding:
    if item.kind.group_kind not in _RUNS:
        return ok(item.label, "it is there already")
    hint = "`render diff SPEC --live` says what becomes of it; `name` gives the run another name"
    return warning(item.label, "it is there already: a run of this name has been started", hint)


def _group(kind: Kind) -> str:
    return kind.group or "Kubernetes"
