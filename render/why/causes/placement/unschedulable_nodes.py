"""Nodes are cordoned.

`kubectl cordon` and `kubectl drain` make a node unschedulable until `kubectl uncordon`.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/tasks/administer-cluster/safely-drain-node/
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import evidence_of, exclusion, refused_with, without_node
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_WORDS = "were unschedulable"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        sentence = f"{exclusion(found, _WORDS)} are cordoned, and {without_node(found, run)}"
        yield from explain(
            sentence,
            evidence_of(found),
            "`kubectl uncordon NODE` once its maintenance is over, or wait for other nodes",
            key="numNodes",
        )
