"""Hangs of real processes: four ranks on two nodes, started by `render run` from a spec with `hangDetection`."""

import json
import re
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from random import sample

import pytest
from click.testing import CliRunner

from render.cli.hang import command
from tests.e2e.conftest import Run

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("torch_or_reason")]

SPEC = """
name: run
image: registry.example/train:1
launcher: torchrun
numNodes: 2
numProcPerNode: 2
command: [torchrun, {program}]
env: {{CASE: {case}, OMP_NUM_THREADS: "1"}}
network: {{port: {port}}}
hangDetection: {{enabled: true, stallSeconds: 10, action: {action}}}
"""
PROGRAM = Path(__file__).parent / "program.py"
PORTS = range(20000, 30000, 10)
"""Below those that the kernel gives to sockets without a port, such as gloo's."""
HANG = 75
LATE = r"rank 2 \(node 1, [^)]*\)"
WAIT = r"ranks 0-1 and 3 wait in all_reduce \d+, called in \w+ \(program.py:\d+\) for \d+ s"


def spec(case: str, action: str = "fail") -> str:
    """The spec of a case, at ports that no other run of this machine has: its own and the watcher's."""
    for port in sample(PORTS, len(PORTS)):
        with suppress(OSError), socket.create_server(("", port)), socket.create_server(("", port + 8)):
            return SPEC.format(program=PROGRAM, case=case, port=port, action=action)
    raise AssertionError("no free ports")


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ("sleep", rf"{LATE} is in load_batch \(program.py:\d+\); {WAIT}"),
        ("lock", rf"{LATE} does not answer: its interpreter's lock is held in load_batch \(program.py:\d+\); {WAIT}"),
        ("stop", rf"{LATE} is stopped \(SIGSTOP\); {WAIT}"),
        ("loader", rf"{LATE} is in main .*; its helper process is in __getitem__ \(program.py:\d+\); {WAIT}"),
        ("swallow", rf"{LATE} is in train \(program.py:\d+\); {WAIT}"),
        ("return", rf"{LATE} is in main \(program.py:\d+\); {WAIT}"),
        ("download", r"rank 0 \(node 0, [^)]*\) is in download_tokenizer .*; ranks 1-3 wait in barrier \d+"),
        ("barrier", rf"called different collectives: rank 2 waits in barrier \d+, called in train .*; {WAIT}"),
        ("branch", rf"called different collectives: rank 2 waits in broadcast \d+, called in train .*; {WAIT}"),
        (
            "shape",
            r"rank 2 waits in all_reduce \d+, called in train .*, and the other ranks are through: look for tensors of",
        ),
        (
            "uneven",
            r"called different collectives: rank 2 waits in barrier \d+, .*; ranks 0-1 and 3 wait in all_reduce",
        ),
        ("order", r"process groups in a different order: ranks 2-3 wait in all_reduce 1 .*; ranks 0-1 wait in "),
    ],
)
def test_hang(run: Run, tmp_path: Path, case: str, sentence: str) -> None:
    """Both nodes report the same, and the run ends with the exit code of a hang."""
    running = run(spec(case), seconds=300)
    assert running.finish() == HANG, running.output
    assert f"failed with status {HANG}" in running.output
    for node in ("node-0", "node-1"):
        assert re.search(rf"{node} \| hang detection: hang: .*{sentence}", running.output), running.output
    log = tmp_path / "run.log"
    log.write_text(running.output, encoding="utf-8")
    shown = CliRunner().invoke(command, ["report", str(log), "-o", "json"], standalone_mode=False)
    (report,) = json.loads(shown.stdout)
    assert (shown.return_value, report["verdict"]) == (1, "hang")


@pytest.mark.parametrize(("case", "verdict"), [("save", "saves"), ("evaluate", "evaluates"), ("none", None)])
def test_wait_on_purpose(run: Run, case: str, verdict: str | None) -> None:
    """A long save or evaluation is one line, and ends nothing."""
    running = run(spec(case), seconds=300)
    assert running.finish() == 0, running.output
    assert running.output.count("the training has ended") == 4
    assert "hang: " not in running.output.replace("hang detection: ", "")
    lines = [line for line in running.output.split("\n") if line.startswith("node-0 | RENDER-HANG-REPORT ")]
    assert [json.loads(line.partition("REPORT ")[2])["verdict"] for line in lines] == ([verdict] if verdict else [])


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ("raise", rf"{LATE} failed first: ValueError: sample 40 is broken, in read_batch \(program.py:\d+\); then "),
        ("full", rf"{LATE} failed first: \w+: .*, in work_alone \(program.py:\d+\)"),
        # torchrun ends the other ranks of a node, some of them before they have an exception of their own.
        ("kill", r"ranks? 2(-3)? \(node 1, [^)]*\) ended without an exception .*; then ranks? [013].* failed"),
    ],
)
def test_failure(run: Run, case: str, sentence: str) -> None:
    """A program that ends by itself ends as it did, and the report adds which rank was the first."""
    running = run(spec(case), seconds=300)
    assert running.finish() == 1, running.output
    assert re.search(rf"node-0 \| hang detection: failure: {sentence}", running.output), running.output


NARROW = "root tbf rate 8bit burst 1b limit 1"
"""A queue that drops each packet."""


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize(
    "cut",
    [
        "ip -n {switch} link set node1 down",
        f"tc -n {{switch}} qdisc add dev node1 {NARROW}",
        "ip netns pids {node} | xargs kill -STOP",
    ],
    ids=["cut", "one way", "frozen"],
)
def test_lost_node(run: Run, cut: str) -> None:
    """A link that is cut, a link that loses what is sent in one direction, a node that does nothing any more."""
    running = run(spec("lost"), "--netns", seconds=300)
    running.until("the ranks are in step 5")
    names = {"switch": f"render-{running.pid}-switch", "node": f"render-{running.pid}-node-1"}
    subprocess.run(["sh", "-ec", cut.format(**names)], check=True, timeout=30)
    assert running.finish() == HANG, running.output
    far = r"can't be reached for \d+ s, last seen in \w+ \("
    waiting = r"ranks? (0|1|0-1) waits? in all_reduce \d+, called in train_for_long \(program.py:\d+\) for \d+ s"
    assert re.search(rf"node-0 \| hang detection: hang: .*node 1, .*{far}.*{waiting}", running.output), running.output
