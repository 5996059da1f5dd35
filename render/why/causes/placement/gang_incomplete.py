"""The gang waits until all of its pods have room.

A gang scheduler binds none of the pods before there is room for the minimum. The room for some of them exists.

Reads: PodGroup of Volcano (phase, `Unschedulable`), of scheduler-plugins (phase) and of Kubernetes
(`PodGroupScheduled`), Pod (`PodScheduled`).
Source: https://volcano.sh/en/docs/podgroup/
"""

from collections.abc import Iterator

from render.cluster.products import COSCHEDULING
from render.kube.quantity import format_amount
from render.manifests.fields import text_at
from render.why.causes.placement._refusals import Refusal, refusals
from render.why.cluster_object import ClusterObject, Condition
from render.why.explanation import Explanation, explain, of_condition
from render.why.pod_group import least_pods
from render.why.training_run import TrainingRun

_SIZES = ("memory", "ephemeral-storage")
_CONDITIONS = ("Unschedulable", "PodGroupScheduled")
_WAITS = ("", "Pending", "Inqueue", "PreScheduling", "Scheduling", "Unknown")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first gang that is not scheduled."""
    if not run.pending_pods:
        return
    for group in run.pod_groups:
        condition = _verdict(group)
        if condition is None or text_at(group.data, "status", "phase") not in _WAITS:
            continue
        found = refusals(run)
        reasons = [one for one in found if one.reasons or one.gap]
        minimum = least_pods(group)
        of_gang = f"all {minimum} pods" if minimum else "all its pods"
        why = f": {_shortage(reasons[0])}" if reasons else f": {condition.message}" if condition.message else ""
        evidence = [of_condition(group, condition), *(one.evidence for one in [*reasons[:1], *found[:1]])]
        hint = "wait until there is room for the whole gang, add nodes, or use fewer of them"
        yield from explain(f"its gang starts once {of_gang} have a node{why}", evidence, hint, key="numNodes")
        return


def _verdict(group: ClusterObject) -> Condition | None:
    """Return the condition that the gang waits; the PodGroup of scheduler-plugins has only a phase."""
    phase = text_at(group.data, "status", "phase")
    if group.group == COSCHEDULING and phase in _WAITS:
        return Condition("Scheduled", "False", phase or "Pending", "", group.created)
    for one in map(group.condition, _CONDITIONS):
        if one is not None and one.is_true == (one.type == "Unschedulable"):
            return one
    return None


def _shortage(refusal: Refusal) -> str:
    if refusal.gap:
        lacking = (f"{format_amount(value, is_size=name in _SIZES)} `{name}`" for name, value in refusal.gap.items())
        return f"the {refusal.nodes} nodes together lack {', '.join(lacking)}"
    reasons = ", ".join(f"{count} {words}" for words, count in refusal.reasons.items())
    return f"of {refusal.nodes} nodes {reasons}"
