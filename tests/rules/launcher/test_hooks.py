"""Hooks and checks of a container whose command never ends."""

from typing import Any

import pytest
import yaml

from render.problem import Severity
from tests.rules.findings import SPEC, found

ENDLESS: list[list[str]] = [
    ["tail", "-f", "/var/log/a"],
    ["/usr/bin/tail", "-n0", "-F", "/var/log/a"],
    ["sleep", "infinity"],
    ["sh", "-c", "echo up; sleep infinity"],
    ["bash", "-c", "while true; do nvidia-smi; sleep 5; done"],
    ["sh", "-c", "while :\ndo\n  date\ndone"],
    ["bash", "-lc", "cd /logs && python3 -m http.server 8000"],
    ["tensorboard", "--logdir", "/logs"],
    ["/usr/sbin/sshd", "-D"],
    ["nginx", "-g", "daemon off;"],
    ["env", "A=b", "jupyter", "lab"],
    ["bash", "-c", "tail -F /var/log/a | tee /dev/stdout"],
    ["nvidia-smi", "dmon", "-s", "u"],
    ["sh", "-c", "nvidia-smi -l 5 > /tmp/gpus"],
]
ENDING: list[list[str]] = [
    ["tail", "-n", "5", "/var/log/a"],
    ["tail", "--pid=1", "-f", "/dev/null"],
    ["sleep", "20"],
    ["sh", "-c", "tail -f /var/log/a > /proc/1/fd/1 2>&1 &"],
    ["sh", "-c", "while true; do date; sleep 5; done &"],
    ["sh", "-c", "while true; do test -f /ready && break; sleep 1; done"],
    ["sh", "-c", "until test -f /ready; do sleep 1; done"],
    ["sh", "-c", "timeout 60 tail -f /var/log/a"],
    ["sh", "-c", "test -f /ready || sleep infinity"],
    ["sh", "-c", "tail -f /var/log/a | grep -q started"],
    ["/usr/sbin/sshd"],
    ["nvidia-smi", "dmon", "-c", "5"],
    ["nvidia-smi"],
    ["nginx"],
    ["python", "-m", "this"],
    ["sh", "-c", "echo 'sleep infinity'"],
]


def findings(command: list[str], *place: str, nodes: int = 2) -> list[Severity]:
    handler: dict[str, Any] = {"exec": {"command": command}}
    if place[-1] == "livenessProbe":
        handler |= {"initialDelaySeconds": 1800}
    for key in reversed(place):
        handler = {key: handler}
    problems = found(yaml.safe_dump({**SPEC, "numNodes": nodes, "container": handler}))
    places = [one for one in problems if one.code == "RUN222"]
    assert all(one.line is not None for one in places)
    return [one.severity for one in places]


@pytest.mark.parametrize("command", ENDLESS, ids=str)
def test_it_never_ends(command: list[str]) -> None:
    assert findings(command, "lifecycle", "postStart") == [Severity.ERROR]


@pytest.mark.parametrize("command", ENDING, ids=str)
def test_it_ends(command: list[str]) -> None:
    assert findings(command, "lifecycle", "postStart") == []


def test_one_node_needs_no_address() -> None:
    assert findings(["sleep", "infinity"], "lifecycle", "postStart", nodes=1) == [Severity.WARNING]


def test_other_handlers() -> None:
    sleeps = {"lifecycle": {"preStop": {"sleep": {"seconds": 5}}}}
    assert not [one for one in found(yaml.safe_dump({**SPEC, "container": sleeps})) if one.code in ("RUN222", "INT001")]


@pytest.mark.parametrize(
    "place", [("lifecycle", "preStop"), ("livenessProbe",), ("readinessProbe",), ("startupProbe",)], ids=str
)
def test_other_places_are_warnings(place: tuple[str, ...]) -> None:
    assert findings(["sleep", "infinity"], *place) == [Severity.WARNING]
    assert findings(["true"], *place) == []
