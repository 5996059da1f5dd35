"""The volume of a claim is elsewhere.

A volume that is bound belongs to a zone or a node. Pods that mount it can only run there.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#node-affinity
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import claims_of, evidence_of, exclusion, refused_with, without_node
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_WORDS = "PersistentVolume's node affinity"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        sentence = (
            f"the volume of {claims_of(found)} can't be reached from {exclusion(found, _WORDS)}, "
            f"and {without_node(found, run)}"
        )
        yield from explain(
            sentence,
            evidence_of(found),
            "select nodes of the volume's zone, or use storage that all nodes reach",
            key="storage.checkpoints",
        )
