"""`render hang report`: what it reads, what it refuses, and its formats."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from first_failure import INSTALLED
from hang_agent import is_installed
from hang_diagnosis import diagnose
from hang_plan import Plan
from hang_report import MARK as WRITTEN
from hang_report import build, received

from render.cli.hang import command
from render.hang.report import MARK, Call, Rank
from render.log_data import data_checker
from tests.hang.test_diagnosis import CASES, STALL, states

PLAN = Plan("team/run", 0, 2, 0, "run-node-0-0.run", 29508, STALL, "report", "", "", ["train"])


def written(title: str) -> dict[str, Any]:
    nodes = states(next(case for case in CASES if case["title"] == title))
    found = diagnose(nodes, STALL)
    assert found is not None
    return {**build(found, nodes, PLAN, 1), "id": "0123abcd"}


def report(folder: Path, text: str, *options: str) -> Result:
    (folder / "node.log").write_text(text, encoding="utf-8")
    return CliRunner().invoke(command, ["report", str(folder / "node.log"), *options], standalone_mode=False)


@pytest.mark.parametrize("title", [case["title"] for case in CASES if "sentence" in case])
def test_schema(title: str) -> None:
    """What the scripts write is what the schema allows, and what other nodes accept."""
    found = written(title)
    assert list(data_checker("hang.json").errors(found)) == []
    assert received(found) == found
    assert MARK == WRITTEN


def test_text(tmp_path: Path) -> None:
    line = f"{MARK} {json.dumps(written('a rank sleeps in its data loader'))}\n"
    shown = report(tmp_path, f"step 5\n{line}node-1 | {line}")
    assert shown.return_value == 1
    assert shown.stdout == (Path(__file__).parent / "report.txt").read_text(encoding="utf-8")


def test_wait_on_purpose_is_no_problem(tmp_path: Path) -> None:
    shown = report(tmp_path, f"{MARK} {json.dumps(written('rank 0 saves while the others wait'))}\n")
    assert shown.return_value == 0
    assert "saves" in shown.stdout


@pytest.mark.parametrize("format_", ["text", "html"])
def test_log_is_hostile(tmp_path: Path, format_: str) -> None:
    """Control characters reach no terminal, and markup no browser."""
    found = written("a rank sleeps in its data loader")
    found["late"][0]["host"] = "\x1b[31m<script>"
    shown = report(tmp_path, f"{MARK} {json.dumps(found)}\n", "-o", format_)
    assert "\x1b" not in shown.stdout
    assert format_ == "text" or "<script>" not in shown.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nothing\n", "error SYN039 holds no report of a hang"),
        (f'{MARK} {{"version": 1\n', "error SYN040 the report is not JSON: it ends too early"),
        (f'{MARK} {{"version": 2}}\n', "error SYN040 `version`"),
    ],
)
def test_refused(tmp_path: Path, text: str, message: str) -> None:
    shown = report(tmp_path, text)
    assert shown.return_value == 1
    assert message in shown.output


def test_json_is_what_was_read(tmp_path: Path) -> None:
    found = written("two groups in another order")
    assert json.loads(report(tmp_path, f"{MARK} {json.dumps(found)}\n", "-o", "json").stdout) == [found]


@pytest.mark.parametrize(
    ("file", "is_own"),
    [
        ("/workspace/train.py", True),
        ("train.py", True),
        ("/home/lib/train.py", True),
        ("/usr/lib/python3.11/threading.py", False),
        ("/usr/lib64/python3.9/socket.py", False),
        ("/opt/venv/lib/python3.12/site-packages/torch/distributed/c10d.py", False),
        ("/usr/lib/python3/dist-packages/numpy/core.py", False),
        ("<frozen runpy>", False),
        ("<string>", False),
    ],
)
def test_own_files_are_known_alike(file: str, *, is_own: bool) -> None:
    """The scripts run where render is not installed, so each knows a package's file by itself."""
    rank = Rank(0, 0, "a", "runs", (Call(file, 1, "f"),))
    assert (rank.own_call is not None, not is_installed(file), not INSTALLED.search(file)) == (is_own,) * 3


def test_every_field_is_described() -> None:
    schema = json.loads((Path(__file__).parents[2] / "schemas" / "hang.json").read_text(encoding="utf-8"))
    assert set(written("all ranks are there")) == set(schema["required"])
