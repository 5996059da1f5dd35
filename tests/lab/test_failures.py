"""Runs that fail by themselves, on real nodes: what the manifests promise is what happens."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cluster.control_plane import until
from tests.lab.core import rows
from tests.lab.environment import with_environment
from tests.lab.run import RUN_SECONDS, Run

pytestmark = pytest.mark.lab

FAILURES = yaml.safe_load(Path(__file__).with_name("failures.yaml").read_text(encoding="utf-8"))


def messages(run: Run) -> list[str]:
    """Return the termination messages of all containers that have ended."""
    ended = [state["terminated"] for state in states(run) if "terminated" in state]
    return [str(one.get("message", "")) for one in ended]


def states(run: Run) -> Iterator[dict[str, Any]]:
    """Yield the states of all containers."""
    for pod in run.pods():
        for kind in ("initContainerStatuses", "containerStatuses"):
            yield from (status["state"] for status in pod["status"].get(kind, []))


def waits_for(run: Run, reason: str) -> bool:
    """Return True if a container waits for a reason that has this in its name."""
    return any(reason in state.get("waiting", {}).get("reason", "") for state in states(run))


@pytest.mark.usefixtures("ssh_key", "programs")
@pytest.mark.parametrize("case", rows(FAILURES["cases"]))
def test_failure(case: str, install: Callable[[dict[str, Any]], Run]) -> None:
    promised = FAILURES["cases"][case]
    row = {**promised, "overlay": {**FAILURES["base"], **promised["values"]}}
    run = install(with_environment(row, row["overlay"]))
    if "waits" in promised:
        until(lambda: waits_for(run, promised["waits"]), RUN_SECONDS, f"no container waits for {promised['waits']}")
    assert run.wait() == promised["state"], "\n".join(run.logs())
    assert run.counts() == (promised["restarts"], promised["counted"])
    if "message" in promised:
        assert any(promised["message"] in message for message in messages(run))
    if "says" in promised:
        assert any(promised["says"] in line for line in run.logs())
