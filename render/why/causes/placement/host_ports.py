"""The host ports of the pods are taken.

A pod with a `hostPort`, or on the host network, needs its ports on the node for itself: two such pods never share a
node.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/concepts/configuration/overview/
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import evidence_of, pods_of, refused_with
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_WORDS = "free ports for the requested pod ports"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        pods = count_pods(pods_of(found), run.size)
        count, nodes = found[0].count(_WORDS), found[0].nodes
        sentence = f"{count} of {nodes} nodes have no free host ports for {pods}"
        yield from explain(
            sentence,
            evidence_of(found),
            "use as many nodes as pods, or do without `hostPort` and the host network",
            key="network",
        )
