"""RUN212 hook-beyond-grace: the hook before SIGTERM takes all of the grace period.

The kubelet runs `preStop` first and counts its time against `terminationGracePeriodSeconds` (30 by default). If the
hook sleeps as long, the program gets SIGTERM two seconds before SIGKILL, and can't write a last checkpoint.

Source: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/#hook-handler-execution

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    container: {lifecycle: {preStop: {exec: {command: [sleep, "60"]}}}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    container: {lifecycle: {preStop: {exec: {command: [sleep, "5"]}}}}
    pod: {terminationGracePeriodSeconds: 120}
"""

import re
from collections.abc import Iterator
from typing import Any

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_DEFAULT, _LEAST = 30, 10
"""Seconds: of Kubernetes, and those that the program should have after the hook."""
_SLEEP = r"\bsleep\s+(\d+)(s|m)?\b"


@rule(severity=Severity.WARNING, keys=("container.lifecycle", "pod.terminationGracePeriodSeconds"))
def check(run: Run) -> Iterator[Finding]:
    """Compare a hook that sleeps with the grace period, and report a grace period without time for a checkpoint."""
    written = run.at("pod", "terminationGracePeriodSeconds")
    grace = _DEFAULT if written is None else int(written)
    slept = _seconds(run.at("container", "lifecycle", "preStop") or {})
    if slept is not None and slept > max(0, grace - _LEAST):
        message = f"`preStop` sleeps {slept} of the {grace} seconds before SIGKILL"
        hint = f"set `pod.terminationGracePeriodSeconds` to {slept + _DEFAULT} or more"
        yield Finding(("container", "lifecycle", "preStop"), message, hint)
    elif written is not None and grace < _LEAST:
        message = f"the program gets SIGKILL {grace} seconds after SIGTERM, too early for a checkpoint"
        yield Finding(
            ("pod", "terminationGracePeriodSeconds"), message, "set it to the seconds that a checkpoint takes"
        )


def _seconds(hook: dict[str, Any]) -> int | None:
    """Return the seconds that a hook sleeps; None if it does something else."""
    if isinstance(hook.get("sleep"), dict):
        return int(hook["sleep"].get("seconds") or 0)
    match = re.search(_SLEEP, " ".join((hook.get("exec") or {}).get("command") or ()))
    return int(match[1]) * (60 if match[2] == "m" else 1) if match else None
