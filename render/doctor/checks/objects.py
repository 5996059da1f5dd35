"""Check that the API server accepts the rendered objects, with a dry run.

This also detects a controller that is gone: its webhook does not answer, so its kind can't be created.
"""

from collections.abc import Iterator

from render.cluster import Response
from render.doctor.check_result import CheckResult, fault, ok, unknown, warning
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.kube.gvk import GroupVersionKind
from render.manifests.objects import Object
from render.manifests.pods import KINDS
from render.manifests.trainjob import TRAINJOB

_RUNS = {*KINDS, TRAINJOB}
"""Kinds that start pods when they are created."""
_FORBIDDEN = " is forbidden: "
_GONE = "failed calling webhook"


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per object. Missing kinds and permissions have checks of their own."""
    for item in wanted.applied:
        if item.kind in view.served(item.kind.group, item.kind.name):
            answer = view.dry_run(item.data)
            if answer.user is None and answer.status != 404:
                yield _result(item, answer)


def _result(item: Object, answer: Response) -> CheckResult:
    message = answer.message.partition(_FORBIDDEN)[2] or answer.message
    if not answer.is_refusal:
        return ok(item.label, "the API server accepts it")
    if answer.reason == "AlreadyExists":
        return _there(item)
    if "does not support dry run" in message:
        return unknown(item.label, message)
    if _GONE in message:
        hint = f"check that the controller of `{_group(item.kind)}` runs"
        return fault(item.label, f"nothing of its kind can be created: {message}", hint)
    if "exceeded quota" in message:
        return warning(item.label, f"it is rejected now: {message}", "delete finished runs, or ask for a larger quota")
    return fault(item.label, f"it is rejected: {message}", "`render validate --server` shows the line of the spec")


def _there(item: Object) -> CheckResult:
    if item.kind.group_kind not in _RUNS:
        return ok(item.label, "it exists already")
    hint = "`render diff SPEC --live` shows the effect; `name` gives the run another name"
    return warning(item.label, "it exists already: a run of this name was started", hint)


def _group(kind: GroupVersionKind) -> str:
    return kind.group or "Kubernetes"
