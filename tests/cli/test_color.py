"""Colours: on a terminal, with `FORCE_COLOR`, never with `NO_COLOR`."""

from io import StringIO

import pytest
from click.testing import CliRunner

from render.cli import render
from render.terminal import wants_color

RED = "\x1b[31m"
SPEC = "kind: TrainingJob\nimage: 1\n"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "on_terminal", "on_pipe"),
    [
        ({}, True, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ({"FORCE_COLOR": "", "NO_COLOR": ""}, True, False),
    ],
)
def test_the_environment_decides(
    environment: dict[str, str],
    on_terminal: bool,  # noqa: FBT001 - a parameter of the test
    on_pipe: bool,  # noqa: FBT001 - a parameter of the test
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert (wants_color(Terminal()), wants_color(StringIO())) == (on_terminal, on_pipe)


@pytest.mark.parametrize("command", ["validate", "template", "pods"])
@pytest.mark.parametrize(("value", "is_colored"), [("1", True), ("", False)])
def test_every_command_follows_it(command: str, value: str, is_colored: bool) -> None:  # noqa: FBT001 - a parameter of the test
    environment = {"FORCE_COLOR": value, "NO_COLOR": ""}
    done = CliRunner().invoke(render, [command, "-"], input=SPEC, env=environment, standalone_mode=False)
    assert (RED in done.stdout + done.stderr) == is_colored
