"""Check that the API server accepts a pod of each role, with a dry run.

Pod Security, priority and runtime classes, quotas and webhooks all report here in their own words. A JobSet is
created even if its pods are invalid; its pods are then rejected one after the other.
"""

from collections.abc import Iterator

from render.cluster import Response
from render.doctor.check_result import CheckResult, fault, ok, unknown, warning
from render.doctor.cluster_view import ClusterView
from render.doctor.nodes.batch import PodBatch, pod_stages
from render.doctor.requirements import Requirements

_FORBIDDEN = " is forbidden: "
_WEBHOOK = 'admission webhook "'
_HINTS = {
    "violates PodSecurity": "the namespace enforces a Pod Security standard: `render explain pod.securityContext`",
    "error looking up service account": "create the service account, or name another `pod.serviceAccountName`",
    "no PriorityClass with name": "name another `pod.priorityClassName`",
    "exceeded quota": "wait until pods of others end, or ask for a larger quota",
}
"""Hints by a part of the server's message."""


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per role; nothing if the namespace is missing."""
    for stage in pod_stages(wanted.running, None):
        run = stage.subject.partition("/")[2]
        for batch in stage.batches:
            # No pod has this name: controllers append five more characters.
            metadata = {"name": f"{run}-{batch.name}", "namespace": wanted.namespace, **_marks(batch)}
            answer = view.dry_run({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": batch.spec})
            if answer.status != 404:
                yield _result(f"{stage.subject} `{batch.name}`", answer, wanted.namespace)


def _result(subject: str, answer: Response, namespace: str) -> CheckResult:
    if not answer.is_refusal:
        return ok(subject, "the API server accepts its pods")
    if answer.user is not None:
        hint = "the dry run of a pod needs the permission to create one"
        return unknown(subject, f"not allowed to create `pods` in namespace `{namespace}` (403)", hint)
    message = answer.message.partition(_FORBIDDEN)[2] or answer.message
    if "does not support dry run" in message:
        return unknown(subject, message)
    way_out = next((hint for part, hint in _HINTS.items() if part in message), None)
    if message.startswith(_WEBHOOK) or "exceeded quota" in message:
        return warning(subject, f"its pods are rejected now: {message}", way_out)
    return fault(subject, f"its pods are rejected: {message}", way_out)


def _marks(batch: PodBatch) -> dict[str, object]:
    return {key: batch.metadata[key] for key in ("annotations", "labels") if key in batch.metadata}
