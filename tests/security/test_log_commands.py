"""No text of a checked file starts a command of the CI system in whose log it is printed."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import click
import pytest

from render.cli import render
from render.problem import Rule, describe, without_commands
from tests.workflow_commands import commands, read

NAMES = ["::add-mask::n.yaml", "  ::error::n.yaml", "##[add-mask]n.yaml", "##vso[task.complete]n.yaml"]
TEXTS = ["::add-mask::x: 1", "  ::error file=a::x", "a ##[error]x", "##vso[task.setvariable]x", "\x1b[31m::debug::x"]
HARMLESS = ["a::b", "addr: ::1", "# heading", "## heading [link]", "#[derive]", ":x", ": :x"]


@pytest.mark.parametrize("text", TEXTS)
def test_commands_are_escaped(text: str) -> None:
    escaped = without_commands(f"first\n{text}")
    assert commands(escaped) == []
    assert "##[" not in escaped
    assert "##vso[" not in escaped


@pytest.mark.parametrize("text", HARMLESS)
def test_other_texts_stay(text: str) -> None:
    assert without_commands(text) == text


@pytest.mark.parametrize("text", TEXTS)
def test_the_line_of_a_finding(text: str) -> None:
    problem = Rule("ABC100", "a").problem(text, hint=text, file=text, span=(1, 1, 1, 3))
    lines = describe(problem, text)
    assert list(read(lines)) == lines.split("\n")
    assert "##vso[" not in lines


@pytest.mark.parametrize("output", ["concise", "markdown", "text"])
@pytest.mark.parametrize("name", NAMES)
def test_a_file_by_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], name: str, output: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("kind: TrainingJob\n::add-mask::x: 1\n  ##[error]: 2\n", encoding="utf-8")
    for arguments in (
        ["validate", name, "--output", output],
        ["template", name],
        ["template", name, "--output-dir", name],
    ):
        with suppress(click.ClickException):  # `main` prints it
            render.main(arguments, standalone_mode=False)
    out, err = capfd.readouterr()
    for text in (out, err):
        assert commands(text) == []
        assert "##vso[" not in text


@pytest.mark.parametrize("arguments", [["--crds", "a\n::error::x"], ["--chart", "a\n ::error::x"], ["--a\n::error::x"]])
def test_a_command_that_can_not_run(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "a.yaml").write_text("kind: TrainingJob\n", encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "render", "validate", "a.yaml", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 2
    assert commands(result.stderr) == []
    assert "error::x" in result.stderr
