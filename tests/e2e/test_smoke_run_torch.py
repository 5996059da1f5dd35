"""`render smoke run`: real processes over gloo, the table, the copy of the result, and nothing left behind."""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from render.smoke.outputs import find, names
from render.smoke.result import MARK, ResultReader, SmokeResult
from render.smoke.smoke_report import SmokeReport
from tests.conftest import CHECKOUT
from tests.e2e.conftest import left_behind, processes
from tests.e2e.processes import Running

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("torch_or_reason")]

Smoke = Callable[..., Running]


@pytest.fixture
def smoke(tmp_path: Path) -> Iterator[Smoke]:
    scratch, started = tmp_path / "scratch", []
    scratch.mkdir()

    def start(*arguments: str) -> Running:
        command = [sys.executable, "-m", "render", "smoke", "run", *arguments]
        env = os.environ | {"PYTHONPATH": str(CHECKOUT), "TMPDIR": str(scratch), "CUDA_VISIBLE_DEVICES": ""}
        started.append(Running(command, folder=tmp_path, env=env, seconds=300))
        return started[-1]

    yield start
    for one in started:
        one.kill()
    assert left_behind(f"TMPDIR={scratch}", started) == []
    assert [*scratch.iterdir()] == []


def copied(file: Path) -> SmokeResult:
    reading = ResultReader()
    reading.read(str(file))
    assert reading.problems == []
    [found] = reading.results
    return found


def test_it_shows_a_table_and_keeps_a_result(smoke: Smoke, place: list[str], tmp_path: Path) -> None:
    done = smoke("--nodes", "3", "--diagnose", "--json", "out.json", *place)
    assert done.finish() == 0, done.output
    found = copied(tmp_path / "out.json")
    assert (found.verdict, found.nodes, found.procs, found.backend) == ("pass", 3, 1, "gloo")
    rows = re.findall(r"^node-0 \| +(\d+ [KMGi]*B) .* 0$", done.output, re.MULTILINE)
    assert len(rows) == len(found.sizes) > 20
    assert f"smoke: pass: {found.sentence}" in done.output
    assert MARK not in done.output
    assert found.diagnosis is not None
    assert {(link.a, link.b) for link in found.diagnosis.links} == {(0, 1), (0, 2), (1, 2)}
    assert all(find(format_)(SmokeReport(found)) for format_ in names())


def test_below_the_floor_it_finds_a_problem(smoke: Smoke, tmp_path: Path) -> None:
    """And rank 0 has said so, whichever node ends first."""
    done = smoke("--min-busbw", "1000000", "--json", "out.json")
    assert done.finish() == 1, done.output
    assert "below the floor of 1e+06 GB/s (--min-busbw)" in done.output
    assert copied(tmp_path / "out.json").verdict == "slow"


def test_rank_0_tells_that_a_peer_is_gone(smoke: Smoke, tmp_path: Path) -> None:
    """Although the peer's node ends first."""
    running = smoke("--nodes", "2", "--json", "out.json")
    running.until("node-0 .* 1 KiB")
    [peer] = processes("RANK=1", f"TMPDIR={tmp_path / 'scratch'}")
    os.kill(int(peer), signal.SIGKILL)
    assert running.finish() == 128 + signal.SIGKILL
    assert "node-1 failed with status 137" in running.output
    assert "node-0 | smoke: unreachable: " in running.output
    assert copied(tmp_path / "out.json").verdict == "unreachable"


def test_a_signal_ends_it(smoke: Smoke, place: list[str]) -> None:
    running = smoke("--nodes", "2", *place)
    running.until("1 KiB")
    running.send(signal.SIGINT)
    assert running.finish() == 128 + signal.SIGINT
    assert running.output.endswith("ended by SIGINT")
