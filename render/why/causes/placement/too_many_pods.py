"""The nodes have as many pods as they take.

A kubelet takes 110 pods by default, and fewer where addresses are scarce.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/setup/best-practices/cluster-large/
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import evidence_of, pods_of, refused_with
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun
from render.why.words import count_pods

_WORDS = "Too many pods"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        pods = count_pods(pods_of(found), run.size)
        count, nodes = found[0].count(_WORDS), found[0].nodes
        sentence = (
            f"{count} of {nodes} nodes have as many pods as they take, and {pods} "
            f"{'has' if len(found) == 1 else 'have'} no node"
        )
        yield from explain(
            sentence, evidence_of(found), "remove pods that have ended from the nodes, or add nodes", key="numNodes"
        )
