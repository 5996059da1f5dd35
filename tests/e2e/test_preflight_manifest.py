"""The preflight check as the manifests start it: each pod's command, arguments and environment, with real processes."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.preflight import FOLDER, SCRIPT, free_port
from tests.e2e.processes import Running
from tests.golden.cases import Case, Object
from tests.golden.controllers import all_pods
from tests.golden.kubelet import environment, expanded

CASE = Case("plain")
MOUNTED = "/opt/training-job"


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as started:
        yield started


def start(pod: Object, folder: Path, port: int, path: str, stack: ExitStack) -> Running:
    """Start a pod's check; addresses, mounts and the time-out are this machine's."""
    [check] = [container for container in pod["spec"]["initContainers"] if container["name"] == "preflight"]
    known = environment(pod, check, CASE.objects)
    local = {"--address": "127.0.0.1", "--port": str(port), "--timeout": "25", "--gpus": "0"}
    arguments = [expanded(argument, known) for argument in check["args"]]
    arguments = [f"{name}={local[name]}" if (name := text.partition("=")[0]) in local else text for text in arguments]
    command = [part.replace(MOUNTED, str(SCRIPT.parent)) for part in check["command"]]
    shell = shutil.which("sh")
    assert shell
    variables = {"PATH": path, "PYTHONPATH": str(FOLDER / "peers")}
    running = Running([shell, *command[1:], *arguments], folder=folder, env=known | variables, seconds=60)
    stack.callback(running.kill)
    return running


def test_nodes_of_an_example_agree(tmp_path: Path, stack: ExitStack) -> None:
    port = free_port()
    started = [start(pod, tmp_path, port, os.environ["PATH"], stack) for pod in all_pods(CASE.jobset)]
    for running in started:
        assert running.finish() == 0, running.output
        assert "all 2 nodes agree" in running.output


def test_image_without_python(tmp_path: Path, stack: ExitStack) -> None:
    pod = all_pods(CASE.jobset)[1]
    running = start(pod, tmp_path, free_port(), str(tmp_path), stack)
    assert running.finish() == 72
    assert running.output == (
        "preflight: node 1 has no python3 in its image: `preflight.enabled: false` leaves the check out"
    )
