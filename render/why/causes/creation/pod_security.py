"""The namespace's Pod Security standard rejects the pods.

The JobSet and its Jobs are accepted; only their pods are rejected, one after the other, in events of the Jobs.

Reads: events of Jobs (`FailedCreate`).
Source: https://kubernetes.io/docs/concepts/security/pod-security-standards/
"""

import re
from collections.abc import Iterator

from render.why.causes.creation._rejections import rejected_by
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r'violates PodSecurity "(?P<level>[a-z]+):[^"]*": (?P<why>.*)', re.DOTALL)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation with the fields that the standard rejects."""
    for evidence, found in rejected_by(run, _MESSAGE):
        sentence = (
            f"the namespace `{run.namespace}` enforces the Pod Security standard `{found['level']}`, which rejects its "
            f"pods: {found['why']}"
        )
        hint = "set the fields in `pod.securityContext` and `pod.containerSecurityContext`, or use another namespace"
        yield from explain(sentence, evidence, hint, key="pod.securityContext")
