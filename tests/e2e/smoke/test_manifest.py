"""The smoke test as the Job starts it: each pod's command, arguments and environment, with real processes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from render.engine import Chart, merge_values, template
from tests.chart.helm import CHART, Object, objects
from tests.e2e.preflight import free_port
from tests.e2e.processes import Running
from tests.e2e.smoke.ranks import SCRIPTS, Node
from tests.golden.controllers import pods
from tests.golden.kubelet import environment

MOUNTED = "/opt/training-job"
SPEC = """\
image: train:1
numNodes: 2
numProcPerNode: {procs}
smokeTest:
  mode: only
  maxBytes: 64Ki
  stepFactor: 16
  iterations: 3
  timeoutSeconds: 60
"""


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as started:
        yield started


def job(procs: int) -> Object:
    rendered = objects(template(Chart(CHART), merge_values([SPEC.format(procs=procs)]), "run", "team"))
    [found] = [item for item in rendered if item["kind"] == "Job"]
    return found


def on_node(pod: Object, name: str) -> Object:
    """Return a pod as the scheduler binds it."""
    return {**pod, "spec": {**pod["spec"], "nodeName": name}}


def start(pod: Object, folder: Path, port: int, stack: ExitStack) -> Node:
    """Start a pod's program; the address, the mount and the interpreter are this machine's."""
    [container] = pod["spec"]["containers"]
    local = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "GLOO_SOCKET_IFNAME": "lo", "OMP_NUM_THREADS": "1"}
    log = folder / f"termination-{pod['metadata']['labels']['batch.kubernetes.io/job-completion-index']}"
    log.touch()
    known = environment(pod, container, []) | local | {"TERMINATION_MESSAGE_PATH": str(log), "TMPDIR": str(folder)}
    assert container["command"][0] == "python3"
    command = [sys.executable, *(part.replace(MOUNTED, str(SCRIPTS)) for part in container["command"][1:])]
    env = known | {"PATH": os.environ["PATH"]}
    running = Running([*command, *container["args"]], folder=folder, env=env, seconds=150)
    stack.callback(running.kill)
    return Node(running, log)


@pytest.mark.torch
@pytest.mark.parametrize("procs", [1, 2])
def test_all_nodes_pass(procs: int, tmp_path: Path, stack: ExitStack) -> None:
    port = free_port()
    started = [start(on_node(pod, f"gpu-{index}"), tmp_path, port, stack) for index, pod in enumerate(pods(job(procs)))]
    assert [node.code for node in started] == [0, 0], [node.output for node in started]
    result = started[0].result
    assert (result["nodes"], result["procs"], result["run"]) == (2, procs, "run-smoke")
    assert (result["verdict"], result["machines"]) == ("pass", ["gpu-0", "gpu-1"])
    assert started[1].message


def test_scripts_need_no_other_file(tmp_path: Path) -> None:
    """What the ConfigMap holds is all that they import of their own."""
    [config_map] = [
        item
        for item in objects(template(Chart(CHART), merge_values([SPEC.format(procs=1)]), "run", "team"))
        if item["kind"] == "ConfigMap"
    ]
    assert {*config_map["data"]} == {path.name for path in SCRIPTS.iterdir() if path.is_file()}
    for name, text in config_map["data"].items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-B", "smoke_node.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "--nodes and --procs are needed" in done.stdout + done.stderr) == (24, True), done
