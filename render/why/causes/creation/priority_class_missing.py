"""The PriorityClass of the pods does not exist.

The API server rejects pods that name one. The Jobs are created, and their pods are not.

Reads: events of Jobs (`FailedCreate`).
Source: https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/#priorityclass
"""

import re
from collections.abc import Iterator

from render.why.causes.creation._rejections import rejected_by
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"no PriorityClass with name (?P<name>\S+) was found")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the API server rejects a child in these words."""
    for evidence, found in rejected_by(run, _MESSAGE):
        sentence = f"the PriorityClass `{found['name']}` does not exist, so its pods are rejected"
        yield from explain(
            sentence,
            evidence,
            "create it, or name another one: `kubectl get priorityclasses` lists them",
            key="pod.priorityClassName",
        )
