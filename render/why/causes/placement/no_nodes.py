"""The cluster has no nodes.

The scheduler sees not a single node: all are gone, or an autoscaler has scaled to zero.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/concepts/architecture/nodes/
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import evidence_of, pods_of, refused_with
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_WORDS = "no nodes available to schedule pods"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        pods = count_pods(pods_of(found), run.size)
        sentence = f"the cluster has no nodes for {pods}"
        yield from explain(
            sentence,
            evidence_of(found),
            "add nodes; an autoscaler adds some only for node groups whose labels, taints and devices match",
            key="numNodes",
        )
