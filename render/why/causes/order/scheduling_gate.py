"""Pods have a scheduling gate.

The scheduler ignores a pod until a controller removes its gates: Kueue's topology-aware scheduling, a quota system,
or one that is not installed in this cluster.

Reads: Pod (`spec.schedulingGates`, `PodScheduled`).
Source: https://kubernetes.io/docs/concepts/scheduling-eviction/pod-scheduling-readiness/
"""

from collections.abc import Iterator

from render.manifests.fields import mappings_at, text_at
from render.why.explanation import Explanation, count_pods, explain, of_condition, quote_all
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for pods with gates."""
    pods = [pod for pod in run.pending_pods if any(mappings_at(pod.spec, "schedulingGates"))]
    if pods:
        gates = quote_all(text_at(one, "name") for pod in pods for one in mappings_at(pod.spec, "schedulingGates"))
        evidence = [of_condition(pod.object, pod.object.condition("PodScheduled")) for pod in pods[:2]]
        hint = "find the controller that removes the gate: is it installed, and what does it wait for?"
        yield from explain(f"{count_pods(pods, run.size)} wait for the scheduling gate {gates}", evidence, hint)
