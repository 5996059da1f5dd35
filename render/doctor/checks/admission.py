"""Ask whether the API server takes a pod of each role, by trying without storing it (`dryRun`).

The Pod Security level of the namespace, priority and runtime classes, quotas and webhooks all speak here, in their own
words: a JobSet is created whatever its pods are, and its pods are then refused one after the other.
"""

from collections.abc import Iterator

from render.cluster import Answer
from render.doctor.finding import Finding, fault, ok, unknown, warning
from render.doctor.nodes.batch import Batch, stages
from render.doctor.view import View
from render.doctor.wanted import Wanted

_FORBIDDEN = " is forbidden: "
_WEBHOOK = 'admission webhook "'
_HINTS = {
    "violates PodSecurity": "the namespace enforces a Pod Security standard: `render explain pod.securityContext`",
    "error looking up service account": "create the service account, or name another `pod.serviceAccountName`",
    "no PriorityClass with name": "name another `pod.priorityClassName`",
    "exceeded quota": "wait until pods of others end, or ask for a larger quota",
}
"""The way out, by a part of the refusal."""


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a role. Without the namespace there is nothing to say."""
    for stage in stages(wanted.running, None):
        run = stage.subject.partition("/")[2]
        for batch in stage.batches:
            # Nobody has this name: those that controllers give end in five characters more.
            metadata = {"name": f"{run}-{batch.name}", "namespace": wanted.namespace, **_marks(batch)}
            answer = view.tried({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": batch.spec})
            if answer.status != 404:
                yield _said(f"{stage.subject} `{batch.name}`", answer, wanted.namespace)


def _said(subject: str, answer: Answer, namespace: str) -> Finding:
    if not answer.is_refusal:
        return ok(subject, "the API server takes its pods")
    if answer.user is not None:
        hint = "whether a pod is taken can be tried by those only who may create one"
        return unknown(subject, f"not allowed to create `pods` in namespace `{namespace}` (403)", hint)
    message = answer.message.partition(_FORBIDDEN)[2] or answer.message
    if "does not support dry run" in message:
        return unknown(subject, message)
    way_out = next((hint for part, hint in _HINTS.items() if part in message), None)
    if message.startswith(_WEBHOOK) or "exceeded quota" in message:
        return warning(subject, f"its pods are refused now: {message}", way_out)
    return fault(subject, f"its pods are refused: {message}", way_out)


def _marks(batch: Batch) -> dict[str, object]:
    return {key: batch.metadata[key] for key in ("annotations", "labels") if key in batch.metadata}
