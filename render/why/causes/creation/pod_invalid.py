"""The API server rejects the pods as invalid.

A JobSet or a TrainJob is accepted with a pod template that no pod may have: the API server reads the template only
when it creates a pod or a Job of it. `render validate` finds it before.

Reads: events of Jobs (`FailedCreate`).
Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
"""

import re
from collections.abc import Iterator

from render.why.causes.creation._rejections import rejected_by
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r'(?P<kind>Pod|Job|Job\.batch) "(?P<name>[^"]+)" is invalid: (?P<why>.*)', re.DOTALL)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the API server rejects a child in these words."""
    for evidence, found in rejected_by(run, _MESSAGE):
        sentence = f"the API server rejects its {found['kind'].partition('.')[0]}s as invalid: {found['why']}"
        yield from explain(
            sentence, evidence, "correct the field and apply the run again; `render validate` names its line"
        )
