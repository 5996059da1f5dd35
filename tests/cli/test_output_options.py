"""`-o FORMAT` is a format everywhere, as in kubectl and Helm; `--output-dir` is a folder and `--output-file` a file."""

import click
import pytest
from click.testing import CliRunner

from render.cli import render
from render.cli._command import all_commands

REJECTION = "`-o` is a format; use `--output-dir DIR`"
FOLDER_COMMANDS = ["ladder", "schema crd", "schema kubernetes", "sweep", "template"]
FORMAT_COMMANDS = ["config", "diff", "doctor", "hang report", "pods", "simulate", "smoke report", "validate", "why"]


def visible_options(command: click.Command) -> dict[str, click.Option]:
    return {
        name: one for one in command.params if isinstance(one, click.Option) and not one.hidden for name in one.opts
    }


def test_every_short_o_is_a_format() -> None:
    found = {name: visible_options(command) for name, command in all_commands(render)}
    assert sorted(name for name, options in found.items() if "-o" in options) == FORMAT_COMMANDS
    assert sorted(name for name, options in found.items() if "--output-dir" in options) == FOLDER_COMMANDS
    for name in FORMAT_COMMANDS:
        option = found[name]["-o"]
        assert option.opts == ["-o", "--output"]
        assert isinstance(option.type, click.Choice)
        assert {"json", option.default} <= set(option.type.choices)


@pytest.mark.parametrize("command", FOLDER_COMMANDS)
@pytest.mark.parametrize("option", ["-oout", "-o=out", "--output=out"])
def test_the_old_option_of_a_folder_is_rejected(command: str, option: str) -> None:
    done = CliRunner().invoke(render, [*command.split(), "spec.yaml", option])
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"Error: {REJECTION}\n" in done.stderr
