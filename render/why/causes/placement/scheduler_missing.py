"""The scheduler that the pods name is not running.

`schedulerName` names a scheduler that this cluster does not have. Nothing tries the pods: they have neither a
condition nor an event.

Reads: Pod (`spec.schedulerName`, `PodScheduled`, events).
Source: https://kubernetes.io/docs/tasks/extend-kubernetes/configure-multiple-schedulers/
"""

from collections.abc import Iterator

from render.manifests.fields import mappings_at, text_at
from render.why.explanation import Explanation, count_pods, explain, of_object
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for pods of another scheduler that nothing has tried."""
    pods = [
        pod
        for pod in run.pending_pods
        if not (pod.node or pod.object.condition("PodScheduled") or run.events(pod))
        and not any(mappings_at(pod.spec, "schedulingGates"))
    ]
    names = {text_at(pod.spec, "schedulerName") for pod in pods} - {"", "default-scheduler"}
    if names and len(pods) == len(run.pending_pods) and not any(_has_verdict(run)):
        name = min(names)
        evidence = [of_object(pod.object, f"`schedulerName` is `{name}`; no condition, no events") for pod in pods[:2]]
        hint = f"install or start the scheduler `{name}`, or choose another `scheduler` in the spec"
        sentence = f"no scheduler `{name}` has tried {count_pods(pods, run.size)}: it is not installed or not running"
        yield from explain(sentence, evidence, hint, key="scheduler")


def _has_verdict(run: TrainingRun) -> Iterator[bool]:
    """Yield whether each gang has a phase or a condition of its scheduler."""
    for group in run.pod_groups:
        yield bool(text_at(group.data, "status", "phase")) or any(True for _ in group.conditions())
