"""A ResourceQuota counts a resource that the pods do not set.

Where a quota counts `limits.memory`, each container has to have such a limit, or the API server rejects its pod.

Reads: events of Jobs (`FailedCreate`).
Source: https://kubernetes.io/docs/concepts/policy/resource-quotas/#compute-resource-quota
"""

import re
from collections.abc import Iterator

from render.why.causes.creation._rejections import rejected_by
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"failed quota: (?P<quota>[^:]+): must specify (?P<what>[^;\n]*)")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the API server rejects a child in these words."""
    for evidence, found in rejected_by(run, _MESSAGE):
        sentence = f"the ResourceQuota `{found['quota']}` rejects its pods: they have to set {found['what']}"
        yield from explain(
            sentence,
            evidence,
            "set these limits or requests for all containers, sidecars and init containers too",
            key="resourcesPerNode",
        )
