"""A policy of the cluster rejects the pods.

A webhook (Kyverno, Gatekeeper …) or a ValidatingAdmissionPolicy rejects them, in its own words. The JobSet was
accepted, because the policy reads pods.

Reads: events of Jobs (`FailedCreate`).
Source: https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
"""

import re
from collections.abc import Iterator

from render.why.causes.creation._rejections import rejected_by
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    r'admission webhook "(?P<name>[^"]+)" denied the request: (?P<why>.*)'
    r"|ValidatingAdmissionPolicy .(?P<policy>[^\']+). with binding \S+ denied request: (?P<reason>.*)",
    re.DOTALL,
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the API server rejects a child in these words."""
    for evidence, found in rejected_by(run, _MESSAGE):
        sentence = (
            f"the policy `{found['name'] or found['policy']}` rejects its pods: {found['why'] or found['reason']}"
        )
        yield from explain(
            sentence,
            evidence,
            "change the pods as the message requires, or ask the owner of the policy for an exception",
        )
