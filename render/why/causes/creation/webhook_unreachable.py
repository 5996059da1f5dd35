"""A webhook that has to judge the pods does not answer.

With `failurePolicy: Fail`, the API server rejects what it can't ask about. The webhook is another program of the
cluster: its pods, its Service or its certificate are at fault, not the run.

Reads: events of Jobs (`FailedCreate`).
Source: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#failure-policy
"""

import re
from collections.abc import Iterator

from render.why.causes.creation._rejections import rejected_by
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r'failed calling webhook "(?P<name>[^"]+)": (?P<why>.*)', re.DOTALL)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the API server rejects a child in these words."""
    for evidence, found in rejected_by(run, _MESSAGE):
        sentence = f"the webhook `{found['name']}` can't be reached, so the API server rejects its pods: {found['why']}"
        yield from explain(
            sentence,
            evidence,
            (
                "ask the owner of the webhook; `kubectl get "
                "validatingwebhookconfigurations,mutatingwebhookconfigurations` names its Service"
            ),
        )
