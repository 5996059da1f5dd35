"""A pod is Terminating and does not end.

A finalizer that no controller removes, a process in an uninterruptible system call, or a volume that can't be
unmounted keep it. The Job waits for it before it creates another one.

Reads: Pod (`deletionTimestamp`, `finalizers`), Node (`Ready`).
Source: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
"""

from collections.abc import Iterator

from render.manifests.fields import text_at, texts_at
from render.schema_errors.error import get_path
from render.why.explanation import Explanation, explain, of_object, quote_all
from render.why.training_run import TrainingRun

_OF_JOBS = "batch.kubernetes.io/job-tracking"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for pods whose grace period was over at the time of the dump, on nodes that answer."""
    pods = [pod for pod in run.pods if pod.object.deleted and pod.object.deleted < run.index.latest]
    rows = []
    for pod in pods:
        node = run.index.find("/Node", "", pod.node)
        if not pod.has_ended and not (node is not None and _status(node.condition("Ready")) == "Unknown"):
            finalizers = [one for one in texts_at(pod.object.data, "metadata", "finalizers") if one != _OF_JOBS]
            rows.append((pod, finalizers))
    if rows:
        pod, finalizers = rows[0]
        why = f" because of the finalizer {quote_all(finalizers)}" if finalizers else ""
        on = f" on `{pod.node}`" if pod.node else ""
        grace = get_path(pod.object.data, ("metadata", "deletionGracePeriodSeconds"))
        words = f"is Terminating, grace period {grace} s, phase {text_at(pod.object.data, 'status', 'phase')}"
        hint = f"see the kubelet's log{on}; `kubectl delete pod {pod.name} --force` only once its processes are gone"
        evidence = [of_object(one.object, words, one.object.deleted) for one, _ in rows[:3]]
        yield from explain(f"{quote_all(one.name for one, _ in rows)}{on} does not end{why}", evidence, hint)


def _status(condition: object) -> str:
    return str(getattr(condition, "status", ""))
