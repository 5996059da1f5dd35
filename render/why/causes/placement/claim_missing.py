"""A claim that the pods mount does not exist.

The scheduler leaves a pod alone until its PersistentVolumeClaims exist.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/concepts/storage/persistent-volumes/
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import claims_of, evidence_of, pods_of, refused_with
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_WORDS = 'persistentvolumeclaim "'


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        pods = count_pods(pods_of(found), run.size)
        sentence = f"the claim {claims_of(found)} does not exist in `{run.namespace}`, and {pods} wait for it"
        yield from explain(
            sentence,
            evidence_of(found),
            "create the claim, or name one that exists: `kubectl get pvc`",
            key="storage.checkpoints.claimName",
        )
