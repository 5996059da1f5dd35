"""A ResourceQuota of the namespace rejects the pods.

Jobs are created, their pods are not. The Job controller tries again, with growing pauses, until the quota is free.

Reads: events of Jobs (`FailedCreate`).
Source: https://kubernetes.io/docs/concepts/policy/resource-quotas/
"""

import re
from collections.abc import Iterator

from render.why.causes.creation._rejections import rejected_by
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    r"exceeded quota: (?P<quota>[^,]+), requested: (?P<wanted>.*?), used: (?P<used>.*?), limited: (?P<limit>[^\n]*)"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation with the amounts."""
    for evidence, found in rejected_by(run, _MESSAGE):
        ready = len(run.live_pods)
        rest = f"{run.size - ready} of its {run.size} pods" if run.size else "its pods"
        sentence = (
            f"the ResourceQuota `{found['quota']}` rejects {rest}: a pod requests {found['wanted']}, "
            f"{found['used']} are used, and the limit is {found['limit']}"
        )
        hint = f"wait until other pods of `{run.namespace}` end, use fewer nodes, or ask for a larger quota"
        yield from explain(sentence, evidence, hint, key="numNodes")
