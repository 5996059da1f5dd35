"""A LimitRange of the namespace rejects the pods.

A LimitRange sets bounds for each container or pod of a namespace. A pod beyond them is rejected when the Job
controller creates the pod.

Reads: events of Jobs (`FailedCreate`).
Source: https://kubernetes.io/docs/concepts/policy/limit-range/
"""

import re
from collections.abc import Iterator

from render.why.causes.creation._rejections import rejected_by
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    r"(?P<end>maximum|minimum) (?P<resource>\S+) usage per (?P<per>\S+) is (?P<limit>[^,]+?), "
    r"but (?P<what>limit|request) is (?P<value>[^\s,]+)"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the API server rejects a child in these words."""
    for evidence, found in rejected_by(run, _MESSAGE):
        sentence = (
            f"a LimitRange of `{run.namespace}` rejects its pods: the {found['end']} of `{found['resource']}` per "
            f"{found['per']} is {found['limit'].rstrip('.')}, and theirs is {found['value'].rstrip('.')}"
        )
        yield from explain(
            sentence,
            evidence,
            "stay within the bounds (`kubectl describe limitrange`), or use another namespace",
            key="resourcesPerNode",
        )
