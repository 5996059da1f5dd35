"""Every format of `render validate`: none breaks, none loses a finding, each goes into a file."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.outputs import find, names
from render.problem import Problem, Severity
from render.validation.result import Result, Summary
from tests.findings import counted, report, results
from tests.strategies import bounded
from tests.workflow_commands import Command, read

CHECKOUT = Path(__file__).parents[2]

Counts = tuple[int, int, int]
"""Errors, warnings, infos."""


def in_json(text: str) -> Counts:
    summary = json.loads(text)["summary"]
    return summary["errors"], summary["warnings"], summary["infos"]


def in_junit(text: str) -> Counts:
    root = fromstring(text)
    return len(list(root.iter("failure"))), len(list(root.iter("system-out"))), len(list(root.iter("skipped")))


def in_sarif(text: str) -> Counts:
    levels = Counter(result["level"] for result in json.loads(text)["runs"][0]["results"])
    return levels["error"], levels["warning"], levels["note"]


def in_gitlab(text: str) -> Counts:
    severities = Counter(issue["severity"] for issue in json.loads(text))
    return severities["major"], severities["minor"], severities["info"]


def in_github(text: str) -> Counts:
    levels: Counter[str] = Counter()
    for part in read(text):
        if isinstance(part, Command):
            levels[part.name] += 1
        else:
            levels.update({level: int(count) for level, count in re.findall(r"(error|warning|notice) (\d+)", part)})
    return levels["error"], levels["warning"], levels["notice"]


def in_markdown(text: str) -> Counts:
    rows = Counter(re.findall(r"^\| [^|]* \| (error|warning|note) ", text, re.MULTILINE))
    return rows["error"], rows["warning"], rows["note"]


READERS = {
    "github": in_github,
    "gitlab": in_gitlab,
    "junit": in_junit,
    "markdown": in_markdown,
    "sarif": in_sarif,
}


def test_the_formats() -> None:
    assert names() == ["concise", "github", "gitlab", "json", "junit", "markdown", "sarif", "text"]


@pytest.mark.parametrize(("format_", "counts"), READERS.items())
@given(found=st.lists(results(), max_size=4))
@bounded(25)
def test_all_findings_of_json_are_there(format_: str, counts: Callable[[str], Counts], found: list[Result]) -> None:
    assert counts(report(format_, found)) == in_json(report("json", found))


@pytest.mark.slow
@pytest.mark.parametrize("format_", names())
@given(found=st.lists(results(), max_size=4))
@bounded(25)
def test_any_text_can_be_written(format_: str, found: list[Result]) -> None:
    text = report(format_, found)
    assert text.encode() == report(format_, found).encode()
    assert text.isascii() or format_ not in ("gitlab", "junit", "sarif")


@pytest.mark.parametrize("format_", ["gitlab", "junit", "sarif"])
def test_nothing_is_held_back(format_: str) -> None:
    problem = Problem("SCH012", "wrong-type", Severity.ERROR, "is wrong", file="a.yaml")
    summary = Summary()
    lines = find(format_)(counted((Result("a.yaml", problems=(problem,)) for _ in range(9)), summary), summary)
    assert any("SCH012" in line for line in lines)
    assert summary.files == 1


@pytest.mark.parametrize("format_", names())
def test_a_file_holds_what_standard_output_would(format_: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: 1}\n")
    (tmp_path / os.fsdecode(b"\xff.yaml")).write_text("kind: TrainingJob\nimage: 1\n")

    def run(*options: str) -> str:
        command = [sys.executable, "-m", "render", "validate", ".", "--set", "env.A=1", "--output", format_, *options]
        surroundings = {**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONIOENCODING": "utf-8:strict"}
        done = subprocess.run(command, cwd=tmp_path, env=surroundings, capture_output=True, check=False)
        assert (done.returncode, done.stderr.decode()) == (1, "2 files, 1 object: 4 errors\n")
        return done.stdout.decode()

    assert run("--output-file", "report") == ""
    assert (tmp_path / "report").read_text(encoding="utf-8") == run() != ""
