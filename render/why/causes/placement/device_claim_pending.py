"""A resource claim of the pods is not allocated.

Pods with `resourceClaims` (DRA) wait until a driver allocates their devices.

Reads: Pod (`PodScheduled`).
Source: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/
"""

from collections.abc import Iterator

from render.why.causes.placement._refusals import evidence_of, pods_of, refused_with
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_WORDS = "cannot allocate all claims"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the scheduler gives this reason."""
    found = refused_with(run, _WORDS)
    if found:
        pods = count_pods(pods_of(found), run.size)
        sentence = f"no devices can be allocated for the resource claims of {pods}"
        yield from explain(
            sentence,
            evidence_of(found),
            "`kubectl get resourceclaims,deviceclasses,resourceslices` shows what exists and what drivers offer",
            key="pod.resourceClaims",
        )
