"""Hangs of real processes: four ranks on two nodes, started by `render run` from a spec with `hangDetection`."""

import json
import re
from pathlib import Path

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
hangDetection: {{enabled: true, stallSeconds: 10, action: {action}}}
"""
PROGRAM = Path(__file__).parent / "program.py"
HANG = 75
LATE = r"rank 2 \(node 1, [^)]*\)"
WAIT = r"ranks 0-1 and 3 wait in all_reduce \d+, called in \w+ \(program.py:\d+\) for \d+ s"


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
        ("order", r"process groups in a different order: ranks 2-3 wait in all_reduce 1 .*; ranks 0-1 wait in "),
    ],
)
def test_hang(run: Run, tmp_path: Path, case: str, sentence: str) -> None:
    """Both nodes say the same, and the run ends with the exit code of a hang."""
    running = run(SPEC.format(program=PROGRAM, case=case, action="fail"), seconds=300)
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
    running = run(SPEC.format(program=PROGRAM, case=case, action="fail"), seconds=300)
    assert running.finish() == 0, running.output
    assert running.output.count("the training has ended") == 4
    assert "hang: " not in running.output.replace("hang detection: ", "")
    lines = [line for line in running.output.split("\n") if line.startswith("node-0 | RENDER-HANG-REPORT ")]
    assert [json.loads(line.partition("REPORT ")[2])["verdict"] for line in lines] == ([verdict] if verdict else [])
