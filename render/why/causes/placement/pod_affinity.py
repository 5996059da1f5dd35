"""The affinity between pods leaves no node.

A required anti-affinity allows one pod a node; a required affinity wants a node next to certain pods. JobSet's
exclusive topology is made of both.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import evidence_of, pods_of, refused_with
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun
from render.why.words import count_pods

_WORDS = "affinity rules"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        pods = count_pods(pods_of(found), run.size)
        count, nodes = found[0].count(_WORDS), found[0].nodes
        sentence = (
            f"the affinity between pods excludes {count} of {nodes} nodes, and {pods} "
            f"{'has' if len(found) == 1 else 'have'} no node"
        )
        yield from explain(
            sentence,
            evidence_of(found),
            "add nodes (or racks) without such pods, or make the rule `preferredDuringScheduling`",
            key="pod.affinity",
        )
