"""Verdicts of the scheduler on the pods of a run."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from render.manifests.fields import mapping_at, mappings_at, text_at
from render.why.explanation import Evidence, count_pods, of_condition, quote_all
from render.why.pod_state import PodState
from render.why.training_run import TrainingRun

_NODES = re.compile(
    r"(?P<fit>\d+)/(?P<all>\d+) nodes are available: (?P<reasons>.*?)(?:[.,] preemption:|\.$|$)", re.DOTALL
)
_GAP = re.compile(r"(?P<name>[\w./-]+):\{\{(?P<value>-?\d+) (?P<scale>-?\d+)\} ")
"""A quantity as Go prints its fields: what coscheduling says of all nodes together, instead of a reason for each.
Source: https://github.com/kubernetes-sigs/scheduler-plugins/blob/v0.33.5/pkg/coscheduling/core/core.go"""
_REASON = re.compile(r"(?P<count>\d+) (?P<words>.+?)(?=, \d+ |\.? *$)", re.DOTALL)


_PREEMPTION = re.compile(r"\.? no new claims to deallocate.*|[.,] preemption: .*", re.DOTALL)
"""The scheduler's words about preemption, which come after the reasons."""
_CLAIM = re.compile(r'persistentvolumeclaim "([^"]+)"')


class Refusal(NamedTuple):
    """The verdict on one pod."""

    pod: PodState
    message: str
    nodes: int
    """Number of all nodes; 0 if the message has none."""
    reasons: Mapping[str, int]
    """Number of nodes by reason."""
    gap: Mapping[str, Fraction]
    """By resource: what all nodes together lack for the gang."""

    @property
    def evidence(self) -> Evidence | None:
        """The verdict as evidence."""
        condition = self.pod.object.condition("PodScheduled")
        short = condition and condition._replace(message=_PREEMPTION.sub("", condition.message))
        return of_condition(self.pod.object, short)

    def count(self, words: str) -> int:
        """Return the number of nodes whose reason contains words."""
        return sum(number for reason, number in self.reasons.items() if words in reason)


def refusals(run: TrainingRun) -> list[Refusal]:
    """Return the verdicts on the pods without a node."""
    found = []
    for pod in run.pending_pods:
        condition = pod.object.condition("PodScheduled")
        if not pod.node and condition is not None and not condition.is_true and condition.reason != "SchedulingGated":
            found.append(_read(pod, condition.message))
    return found


def refused_with(run: TrainingRun, words: str) -> list[Refusal]:
    """Return the verdicts with words."""
    return [one for one in refusals(run) if words in one.message]


def evidence_of(some: Sequence[Refusal]) -> list[Evidence | None]:
    """Return the verdicts on the first pods as evidence: those of a run are alike."""
    return [one.evidence for one in some[:2]]


def pods_of(some: Sequence[Refusal]) -> list[PodState]:
    """Return the pods of verdicts."""
    return [one.pod for one in some]


def exclusion(found: Sequence[Refusal], words: str) -> str:
    """Return for how many nodes the first verdict gives a reason, of all: `3 of 4 nodes`."""
    return f"{found[0].count(words)} of {found[0].nodes} nodes"


def without_node(found: Sequence[Refusal], run: TrainingRun) -> str:
    """Return the pods of verdicts as a clause: `2 of 4 pods have no node`."""
    return f"{count_pods(pods_of(found), run.size)} {'has' if len(found) == 1 else 'have'} no node"


def _read(pod: PodState, message: str) -> Refusal:
    found = _NODES.search(message)
    nodes = int(found["all"][:9]) if found else 0
    if found and found["reasons"].startswith("resource gap: "):
        return Refusal(pod, message, nodes, {}, dict(_gap(found["reasons"][:2000])))
    return Refusal(pod, message, nodes, dict(_reasons(found["reasons"])) if found else {}, {})


def _gap(text: str) -> Iterator[tuple[str, Fraction]]:
    for found in _GAP.finditer(text):
        yield found["name"], int(found["value"][:20]) * Fraction(10) ** max(-9, min(18, int(found["scale"][:3])))


def _reasons(text: str) -> Iterator[tuple[str, int]]:
    for found in _REASON.finditer(text[:2000]):
        yield found["words"].removesuffix(". no new claims to deallocate").strip(" ."), int(found["count"][:9])


def selector_of(pod: PodState) -> str:
    """Return the node selector of a pod, after a colon; empty without one."""
    labels = mapping_at(pod.spec, "nodeSelector")
    return f": {', '.join(f'`{key}={value}`' for key, value in sorted(labels.items()))}" if labels else ""


def claims_of(some: Sequence[Refusal]) -> str:
    """Return the claims that the scheduler names, else those that the pods mount."""
    named = [found for one in some for found in _CLAIM.findall(one.message)]
    volumes = (volume for one in some for volume in mappings_at(one.pod.spec, "volumes"))
    mounts = [text_at(one, "persistentVolumeClaim", "claimName") for one in volumes]
    return quote_all(named or filter(None, mounts)) or "a claim"
