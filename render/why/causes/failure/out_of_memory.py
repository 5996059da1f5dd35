"""A container used more memory than its limit, and the kernel killed it.

With cgroup v2 the kernel kills all processes of the container, and its end is `OOMKilled`. With cgroup v1 it kills
one process, and the container may end with another code.

Reads: Pod (`state.terminated` of containers).
Source: https://kubernetes.io/docs/tasks/configure-pod-container/assign-memory-resource/
"""

from collections.abc import Iterator

from render.manifests.fields import mapping_at, mappings_at, text_at
from render.why.causes.failure._ends import Failure, failures
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first container that was killed."""
    killed = [one for one in failures(run) if one.end.reason == "OOMKilled"]
    if killed:
        first = killed[0]
        limit = _limit(first)
        more = f", and {len(killed) - 1} others" if len(killed) > 1 else ""
        sentence = f"out of memory: `{first.end.container}` of {first.place} used more than its limit{limit}{more}"
        hint = "raise the limit of `memory`, or use less: a smaller batch, fewer data loader processes"
        yield from explain(sentence, [one.evidence for one in killed[:4]], hint, key="resourcesPerNode.limits.memory")


def _limit(failure: Failure) -> str:
    for one in mappings_at(failure.pod.spec, "containers"):
        limit = mapping_at(one, "resources", "limits").get("memory")
        if text_at(one, "name") == failure.end.container and limit:
            return f" of {limit}"
    return ""
