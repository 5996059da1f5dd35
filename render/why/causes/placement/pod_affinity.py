"""The affinity between pods leaves no node.

A required anti-affinity allows one pod a node; a required affinity wants a node next to certain pods. JobSet's
exclusive topology is made of both.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import evidence_of, exclusion, refused_with, without_node
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_WORDS = "affinity rules"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        sentence = f"the affinity between pods excludes {exclusion(found, _WORDS)}, and {without_node(found, run)}"
        yield from explain(
            sentence,
            evidence_of(found),
            "add nodes (or racks) without such pods, or make the rule `preferredDuringScheduling`",
            key="pod.affinity",
        )
