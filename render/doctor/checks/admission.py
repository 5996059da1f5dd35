"""Ask whether the API server takes a pod of each role, by trying without storing it (`dryRun`).

The Pod Security level of the namespace, priority and runtime classes, quotas and webhooks all speak here, in their own
words: a JobSet is created whatever its pods are, and its pods are then refused one after the other.
"""

from collections.abc import Iterator

from render.doctor.finding import Finding, fault, ok, unknown, warning
from render.doctor.nodes.batch import Batch, stages
from render.doctor.view import NAMESPACE, View
from render.doctor.wanted import Wanted
from render.kube.kind import Kind

_POD = Kind("", "v1", "Pod")
_FORBIDDEN = " is forbidden: "
_WEBHOOK = 'admission webhook "'
_HINTS = {
    "violates PodSecurity": "the namespace enforces a Pod Security standard: `render explain pod.securityContext`",
    "error looking up service account": "create the service account",
    "no PriorityClass with name": "name another `pod.priorityClassName`",
    "exceeded quota": "wait until pods of others end, or ask for a larger quota",
}
"""The way out, by a part of the refusal."""


def check(wanted: Wanted, view: View) -> Iterator[Finding]:
    """Yield a finding a role. Without the namespace there is nothing to try."""
    roles = [(stage.subject, batch) for stage in stages(wanted.running, None) for batch in stage.batches]
    if not roles or view.find(NAMESPACE, None, wanted.namespace) is None:
        return
    if not view.may("create", _POD, wanted.namespace):
        hint = "whether a pod is taken can be tried only by who may create one"
        yield unknown("Pod", f"not allowed to create `pods` in namespace `{wanted.namespace}`", hint)
        return
    for subject, batch in roles:
        yield _tried(subject, batch, wanted.namespace, view)


def _tried(run: str, batch: Batch, namespace: str, view: View) -> Finding:
    subject = f"{run} `{batch.name}`"
    name = f"{run.partition('/')[2]}-{batch.name}"  # nobody's: those that controllers give end in five characters
    metadata = {"name": name, "namespace": namespace, **_marks(batch)}
    answer = view.tried({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": batch.spec})
    if not answer.is_refusal:
        return ok(subject, "the API server takes its pods")
    message = answer.message.partition(_FORBIDDEN)[2] or answer.message
    hint = next((hint for part, hint in _HINTS.items() if part in message), None)
    if message.startswith(_WEBHOOK) or "exceeded quota" in message:
        return warning(subject, f"its pods are refused now: {message}", hint)
    return fault(subject, f"its pods are refused: {message}", hint)


def _marks(batch: Batch) -> dict[str, object]:
    return {key: batch.metadata[key] for key in ("annotations", "labels") if key in batch.metadata}
