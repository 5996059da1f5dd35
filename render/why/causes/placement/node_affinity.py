"""No node has the labels that the pods select.

The node selector or the required node affinity of the pods matches no node, or none with room.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import evidence_of, pods_of, refused_with, selector_of
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_WORDS = "didn't match Pod's node affinity/selector"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        pods = count_pods(pods_of(found), run.size)
        count, nodes = found[0].count(_WORDS), found[0].nodes
        sentence = (
            f"the node selector or affinity of {pods} excludes {count} of {nodes} nodes{selector_of(found[0].pod)}"
        )
        yield from explain(
            sentence,
            evidence_of(found),
            "correct `pod.nodeSelector` (`kubectl get nodes --show-labels`), or add nodes with these labels",
            key="pod.nodeSelector",
        )
