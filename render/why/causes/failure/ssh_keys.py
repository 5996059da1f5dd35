"""The ssh keys of the run can't be used.

The init container `ssh-keys` ends with code 78 if the Secret has no key, a key with a passphrase, or the image has no
account or no ssh. A restart would fail in the same way.

Reads: Pod (the init container `ssh-keys`).
Source: https://man.openbsd.org/ssh-keygen
"""

from collections.abc import Iterator

from render.why.causes.failure._ends import failures
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_NAME = "ssh-keys"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation with the message of the init container."""
    found = [one for one in failures(run) if one.end.container == _NAME]
    if found:
        why = "; ".join(found[0].end.message.splitlines()) or f"code {found[0].end.code}"
        hint = f"`kubectl logs {found[0].pod.name} -c {_NAME} -n {run.namespace}` names the key or the program"
        yield from explain(
            f"its ssh keys can't be used: {why}", [one.evidence for one in found[:2]], hint, key="launcher"
        )
