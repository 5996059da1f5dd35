"""The nodes have as many pods as they take.

A kubelet takes 110 pods by default, and fewer where addresses are scarce.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/setup/best-practices/cluster-large/
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import evidence_of, exclusion, refused_with, without_node
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_WORDS = "Too many pods"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        sentence = f"{exclusion(found, _WORDS)} have as many pods as they take, and {without_node(found, run)}"
        yield from explain(
            sentence, evidence_of(found), "remove pods that have ended from the nodes, or add nodes", key="numNodes"
        )
