"""Help, suggestions, examples and shell completion of the command."""

import re
import shlex
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from render.cli import render
from render.cli._command import SECTIONS, Command, Group, all_commands
from render.cli.schema import command as schema
from render.cli.smoke import command as smoke

COMMANDS = dict(all_commands(render))
GROUPS = {"": render, "schema": schema, "smoke": smoke}
VERBS = {"Check", "Convert", "Explain", "Measure", "Print", "Report", "Run", "Show", "Write"}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(render, arguments)


def complete(*words: str) -> list[str]:
    """Return what a shell is given for the last word."""
    *before, incomplete = words
    found = ShellComplete(render, {}, "render", "_RENDER_COMPLETE").get_completions(list(before), incomplete)
    return [item.value if item.type == "plain" else item.type for item in found]


def test_commands_are_listed_in_sections() -> None:
    text = run("--help").stdout
    headings = re.findall(r"^(\w[\w ]+):$", text, re.MULTILINE)
    assert headings == ["Options", *SECTIONS, "Examples"]
    for name in render.list_commands(click.Context(render)):
        assert re.search(rf"^  {name} +[A-Z]", text, re.MULTILINE), name


@pytest.mark.parametrize("name", COMMANDS)
def test_a_summary_is_one_sentence_with_a_verb(name: str) -> None:
    summary = (COMMANDS[name].help or "").partition("\n")[0]
    assert summary.split()[0] in VERBS
    assert summary.endswith(".")
    assert len(summary) <= 90


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_are_shown_and_can_be_parsed(name: str) -> None:
    command = COMMANDS[name]
    assert isinstance(command, Command)
    assert command.examples
    text = run(*name.split(), "--help").stdout
    for line in command.examples.values():
        assert f"\n  {line}\n" in text
        words = shlex.split(line, comments=False)
        words = words[words.index("render") + 1 :]
        words = words[: next((n for n, word in enumerate(words) if word in ("|", ">")), None)]
        own = name.split()
        assert words[: len(own)] == own
        command.make_context(name, words[len(own) :])


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_shows_examples_of_its_commands(name: str) -> None:
    examples = GROUPS[name].examples
    assert examples
    text = run(*name.split(), "--help").stdout
    for line in examples.values():
        assert f"\n  {line}\n" in text
        words = shlex.split(line)
        words = words[words.index("render") + 1 :]
        words = words[: next((n for n, word in enumerate(words) if word in ("|", ">")), None)]
        own = next(own for own in COMMANDS if words[: len(own.split())] == own.split())
        COMMANDS[own].make_context(own, words[len(own.split()) :])


def test_help_lists_the_launchers() -> None:
    arguments = COMMANDS["init"].params
    choices = next(argument.type.choices for argument in arguments if isinstance(argument.type, click.Choice))
    text = " ".join(run("init", "--help").stdout.split())
    assert f"LAUNCHER is one of {', '.join(choices)}; default: torchrun." in text


def test_help_is_a_command() -> None:
    assert run("help").stdout == run("--help").stdout
    assert run("help", "validate").stdout == run("validate", "--help").stdout
    assert run("help", "smoke").stdout == run("smoke", "--help").stdout
    assert run("help", "smoke", "run").stdout == run("smoke", "run", "--help").stdout
    assert "hint: did you mean `validate`?" in run("help", "validat").stderr
    assert "`render pods` has no commands" in run("help", "pods", "all").stderr


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (["templat"], "no such command `templat`\nhint: did you mean `template`?"),
        (["smoke", "reprot"], "no such command `reprot`\nhint: did you mean `report`?"),
        (["frobnicate"], "no such command `frobnicate`\nhint: `render --help` lists the commands"),
        (["template", "--show-onli"], "--show-only"),
        (["validate", "--fail-onn"], "--fail-on"),
    ],
)
def test_what_is_mistyped_gets_a_suggestion(arguments: list[str], suggestion: str) -> None:
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert suggestion in done.stderr


def test_an_unknown_option_of_the_command_itself() -> None:
    assert "No such option" in run("--verbos").stderr


def test_a_group_lists_its_commands() -> None:
    assert isinstance(render.get_command(click.Context(render), "smoke"), Group)
    assert re.search(r"^Commands:\n  report .*\n.*  run ", run("smoke", "--help").stdout, re.MULTILINE | re.DOTALL)


def test_a_shell_completes() -> None:
    assert complete("temp") == ["template"]
    assert complete("smoke", "") == ["report", "run"]
    assert complete("explain", "network.fabric.in") == ["network.fabric.infiniband"]
    assert "storage.volumes[].name" in complete("explain", "storage.volumes")
    assert complete("explain", "RUN10")[:2] == ["RUN101", "RUN102"]
    assert complete("validate", "--ignore", "RUN10")[:2] == ["RUN101", "RUN102"]
    assert "SCH001" in complete("explain", "SCH")
    assert complete("init", "deep") == ["deepspeed"]
    assert complete("validate", "-o", "s") == ["sarif"]
    assert complete("validate", "--fail-on", "w") == ["warning"]
    assert complete("validate", "--kubernetes", "1.3") == ["1.35", "1.36", "1.37"]
    assert complete("help", "va") == ["validate"]
    assert complete("help", "smoke", "re") == ["report"]
    assert complete("help", "pods", "re") == complete("help", "nothing", "re") == []
    assert complete("validate", "spe") == complete("template", "-f", "x") == ["file"]
    assert complete("template", "--output-dir", "") == complete("validate", "--crds", "") == ["dir"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script(shell: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("_RENDER_COMPLETE", f"{shell}_source")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(render, [], prog_name="render")
    assert done.exit_code == 0
    assert "_RENDER_COMPLETE" in done.stdout
