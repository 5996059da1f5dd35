"""Which findings are told: by the line, by `--ignore`, by a config."""

from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner

from render.cli.validate import command
from render.problem import Problem, Severity
from render.rules.config import Config

OBJECT = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: A}
extra: 1
"""
"""Refused by the schema (KUB010) and by a rule (ADM102)."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def validate(text: str, *arguments: str, config: str | None = None) -> tuple[int, list[str]]:
    Path("a.yaml").write_text(text)
    if config is not None:
        Path("config.yaml").write_text(dedent(config))
        arguments = (*arguments, "--config", "config.yaml")
    result = CliRunner().invoke(
        command, ["a.yaml", "--output", "concise", *arguments], standalone_mode=False, catch_exceptions=False
    )
    lines = [line for line in result.output.splitlines()[:-1] if not line.startswith(("hint:", " "))]
    return result.return_value, [" ".join(line.split()[:3]) for line in lines]


def report(text: str, *arguments: str, config: str | None = None) -> list[str]:
    """Return the codes of what is told."""
    return [line.split()[2] for line in validate(text, *arguments, config=config)[1]]


def test_everything_is_reported() -> None:
    assert validate(OBJECT) == (1, ["a.yaml:3:18: error ADM102", "a.yaml:4:1: error KUB010"])


@pytest.mark.parametrize("ignored", ["KUB010", "KUB01", "KUB"])
def test_ignored_by_flag(ignored: str) -> None:
    assert report(OBJECT, "--ignore", ignored) == ["ADM102"]
    assert validate(OBJECT, "--ignore", ignored, "--ignore", "ADM") == (0, [])


@pytest.mark.parametrize(
    ("comment", "left"),
    [
        ("# render: ignore[KUB010]", ["ADM102"]),
        ("#render:ignore[ADM102]", ["ADM102", "KUB010"]),
        ("# a reason # render: ignore[KUB010]", ["ADM102"]),
        ("# render: ignore[ADM102, KUB010] a reason", ["ADM102"]),
        ("# render: ignore[ADM102]", ["ADM102", "KUB010"]),
        ("# render: ignore[KUB]", ["ADM102"]),
        ("# render: ignore[KUB999]", ["ADM102", "KUB010", "SYN022"]),
        ("# render: ignore", ["ADM102", "KUB010", "SYN022"]),
        ("# render: ignore[]", ["ADM102", "KUB010", "SYN022"]),
        ("# render: ignore[SYN022, XYZ]", ["ADM102", "KUB010"]),
    ],
)
def test_ignored_by_its_line(comment: str, left: list[str]) -> None:
    assert report(OBJECT.replace("extra: 1", f"extra: 1  {comment}")) == left


@pytest.mark.parametrize("value", ['"# render: ignore[KUB010]"', "'a # render: ignore[KUB010]'"])
def test_a_text_is_no_comment(value: str) -> None:
    assert report(OBJECT.replace("extra: 1", f"extra: {value}")) == ["ADM102", "KUB010"]


def test_what_follows_a_bar_is_a_comment_and_what_stands_below_it_is_text() -> None:
    block = OBJECT.replace("extra: 1", "extra: |  # render: ignore[KUB010]\n  a")
    assert report(block) == ["ADM102"]
    assert report(OBJECT.replace("extra: 1", "extra: |\n  # render: ignore[NOTHING]")) == ["ADM102", "KUB010"]


def test_a_line_ignores_in_each_document_of_its_file() -> None:
    ignored = OBJECT.replace("extra: 1", "extra: 1  # render: ignore[KUB010]")
    assert report(f"{OBJECT}---\n{ignored}---\n{OBJECT}", "--ignore", "ADM", "--ignore", "GIT") == ["KUB010", "KUB010"]


@pytest.mark.parametrize(
    ("config", "left"),
    [
        ("", ["SYN004", "ADM102", "KUB010"]),
        ("select: [ADM]", ["ADM102", "KUB010"]),
        ("select: [ADM2]", ["KUB010"]),
        ("select: []", ["ADM102", "KUB010"]),
        ("ignore: [KUB, ADM1]", []),
        ("{select: [ADM102], ignore: [ADM]}", ["ADM102", "KUB010"]),
        ("{select: [ADM], ignore: [ADM102]}", ["KUB010"]),
    ],
)
def test_selected_by_config(config: str, left: list[str]) -> None:
    assert report(OBJECT, config=config) == left


def test_weighed_by_config() -> None:
    config = "severity: {KUB: info, ADM: info, ADM102: warning}"
    assert validate(OBJECT, config=config) == (0, ["a.yaml:3:18: warning ADM102", "a.yaml:4:1: info KUB010"])


@pytest.mark.parametrize(
    ("config", "line"),
    [
        ("sevrity: {}", "config.yaml:1:1: error SCH010"),
        ("severity: {ADM: fatal}", "config.yaml:1:17: error SCH013"),
        ("select: ADM", "config.yaml:1:9: error SCH012"),
        ("[ADM]", "config.yaml:1:1: error SYN015"),
        ("a: [", "config.yaml:2:1: error SYN005"),
    ],
)
def test_a_broken_config_stops_all(config: str, line: str) -> None:
    Path("a.yaml").write_text(OBJECT)
    Path("config.yaml").write_text(config + "\n")
    result = CliRunner().invoke(command, ["a.yaml", "--config", "config.yaml"], standalone_mode=False)
    assert (result.return_value, result.output.startswith(line), result.stdout) == (1, True, ""), result.output


def test_codes_that_are_none_are_reported_where_they_stand() -> None:
    config = "select: [ADM, GIX]\nseverity:\n  KUB999: info\n"
    assert validate(OBJECT, "--ignore", "ADN101", config=config)[1][:3] == [
        "--ignore: warning SYN022",
        "config.yaml:1:15: warning SYN022",
        "config.yaml:3:3: warning SYN022",
    ]


def test_a_missing_config_is_a_problem() -> None:
    Path("a.yaml").write_text(OBJECT)
    result = CliRunner().invoke(command, ["a.yaml", "--config", "none.yaml"], standalone_mode=False)
    assert (result.return_value, result.output) == (
        1,
        "none.yaml: error SYN001 can't be read: no such file or directory\n",
    )


def test_the_longer_selector_counts() -> None:
    problem = Problem("ADM102", "a", Severity.ERROR, "a")
    assert Config(select=("A",), ignore=("ADM",)).select_problem(problem) is None
    assert Config(select=("ADM10",), ignore=("ADM",)).select_problem(problem) == problem
    assert Config(select=("RUN",)).select_problem(problem) is None
