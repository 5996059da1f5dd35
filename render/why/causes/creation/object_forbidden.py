"""A controller may not create the children of the run.

The service account of a controller lacks a permission, or the namespace is being deleted.

Reads: events of Jobs (`FailedCreate`).
Source: https://kubernetes.io/docs/reference/access-authn-authz/rbac/
"""

import re
from collections.abc import Iterator

from render.why.causes.creation._rejections import rejected_by
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    r'User "(?P<user>[^"]+)" cannot (?P<verb>\S+) resource "(?P<what>[^"]+)"|because it is being terminated'
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the API server rejects a child in these words."""
    for evidence, found in rejected_by(run, _MESSAGE):
        sentence = (
            f"`{found['user']}` may not {found['verb']} `{found['what']}`"
            if found["user"]
            else f"the namespace `{run.namespace}` is being deleted"
        )
        yield from explain(sentence, evidence, "reinstall the controller with its roles, or use a namespace that stays")
