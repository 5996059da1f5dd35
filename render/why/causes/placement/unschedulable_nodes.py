"""Nodes are cordoned.

`kubectl cordon` and `kubectl drain` make a node unschedulable until `kubectl uncordon`.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/tasks/administer-cluster/safely-drain-node/
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import evidence_of, pods_of, refused_with
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun
from render.why.words import count_pods

_WORDS = "were unschedulable"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        pods = count_pods(pods_of(found), run.size)
        count, nodes = found[0].count(_WORDS), found[0].nodes
        sentence = f"{count} of {nodes} nodes are cordoned, and {pods} {'has' if len(found) == 1 else 'have'} no node"
        yield from explain(
            sentence,
            evidence_of(found),
            "`kubectl uncordon NODE` once its maintenance is over, or wait for other nodes",
            key="numNodes",
        )
