"""torch's own analysis of its flight recorders (`torchfrtrace`) names the ranks that our report names."""

import json
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.conftest import Run
from tests.e2e.hang.test_hangs import spec

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("torch_or_reason")]

TOOL = [sys.executable, "-m", "torch.distributed.flight_recorder.fr_trace", "--prefix", "rank_"]


@pytest.mark.parametrize(
    ("case", "found"),
    [
        ("loader", r"missing ranks: \{2\}"),
        ("return", r"missing ranks: \{2\}"),
        ("barrier", r"Culprit rank 2; Error type: COLLECTIVE_TYPE_MISMATCH"),
    ],
)
def test_who_is_late(run: Run, tmp_path: Path, case: str, found: str) -> None:
    dumps = tmp_path / "dumps"
    dumps.mkdir()
    running = run(spec(case, action="report"), "--set", f"env.DUMPS={dumps}", seconds=300)
    report = json.loads(running.until(r"node-0 \| RENDER-HANG-REPORT (.*)")[1])
    (tmp_path / "dumps.wanted").touch()
    for _ in range(4):
        running.until("the recorder is written")
    running.terminate()
    running.finish()
    assert [rank["rank"] for rank in report["late"]] == [2]
    for dump in dumps.iterdir():
        _name_group(dump)
    shown = subprocess.run([*TOOL, str(dumps)], capture_output=True, text=True, check=True, timeout=120)
    assert re.search(found, shown.stdout + shown.stderr), shown.stderr


def _name_group(dump: Path) -> None:
    """Name the group of all ranks, which gloo's recorder in torch 2.15 leaves without a name: the tool stops at it."""
    trace = pickle.loads(dump.read_bytes())
    trace["pg_config"]["0"] = {**trace["pg_config"].pop(""), "name": "0", "desc": "default_pg", "ranks": "[0, 1, 2, 3]"}
    dump.write_bytes(pickle.dumps(trace))
