"""The service account of the pods does not exist.

The API server rejects a pod whose service account is not in its namespace.

Reads: events of Jobs (`FailedCreate`).
Source: https://kubernetes.io/docs/concepts/security/service-accounts/
"""

import re
from collections.abc import Iterator

from render.why.causes.creation._rejections import rejected_by
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"error looking up service account (?P<namespace>[^/\s]+)/(?P<name>[^:\s]+)")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation with the name."""
    for evidence, found in rejected_by(run, _MESSAGE):
        sentence = (
            f"the service account `{found['name']}` does not exist in `{run.namespace}`, so its pods are rejected"
        )
        hint = f"`kubectl create serviceaccount {found['name']} -n {run.namespace}`, or name another one"
        yield from explain(sentence, evidence, hint, key="pod.serviceAccountName")
