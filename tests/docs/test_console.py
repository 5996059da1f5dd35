"""Each console block of README.md and of docs/ prints what the page shows."""

import importlib.util
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.docs.console import PAGES, Command, Folder, Step, steps

KINDS = {"offline", "cluster", "torch", "install", "file", "run"}
TOOLS = ("helm", "kubeconform")


def names(pages: list[Path]) -> list[str]:
    return [page.relative_to(CHECKOUT).as_posix() for page in pages]


def with_blocks(kind: str) -> list[str]:
    return names([page for page in PAGES if any(step.kind == kind for step in steps(page.read_text("utf-8")))])


@pytest.mark.parametrize("page", with_blocks("offline"))
def test_page_shows_what_is_printed(page: str, tmp_path: Path, request: pytest.FixtureRequest, *, regen: bool) -> None:
    check(CHECKOUT / page, {"offline"}, tmp_path, request, regen=regen)


@pytest.mark.torch
@pytest.mark.parametrize("page", with_blocks("torch"))
def test_page_shows_what_training_prints(page: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed")
    check(CHECKOUT / page, {"torch"}, tmp_path, request, regen=False)


def check(page: Path, kinds: set[str], folder: Path, request: pytest.FixtureRequest, *, regen: bool) -> None:
    text = page.read_text(encoding="utf-8")
    found = list(steps(text))
    lines = "\n".join(command.line for step in found if step.kind in kinds for command in step.commands)
    place = Folder(folder, {tool: request.getfixturevalue(tool) for tool in TOOLS if tool in lines})
    changes: list[tuple[Command, str]] = []
    for step in found:
        changes += prepared(step, place) if step.kind not in kinds else ran(step, place, regen=regen)
    for command, printed in reversed(changes):
        text = text[: command.start] + printed + text[command.start + len(command.printed) :]
    if changes:
        page.write_text(text, encoding="utf-8")


def prepared(step: Step, place: Folder) -> list[tuple[Command, str]]:
    if step.kind == "file":
        place.write(step.name, step.text)
    elif step.kind == "run":
        status, output = place.run(step.text)
        assert status == 0, output
    return []


def ran(step: Step, place: Folder, *, regen: bool) -> list[tuple[Command, str]]:
    changes = []
    for command in step.commands:
        status, output = place.run(command.line)
        assert status == command.status, f"$ {command.line}\n{output}"
        if regen and command.is_exact and not command.matches(output):
            changes.append((command, output))
        else:
            assert command.matches(output), f"$ {command.line}\n{output}"
    return changes


@pytest.mark.parametrize("page", names(PAGES))
def test_notes_are_known(page: str) -> None:
    text = (CHECKOUT / page).read_text(encoding="utf-8")
    assert {step.kind for step in steps(text)} <= KINDS
    assert all(step.commands for step in steps(text) if step.kind not in ("file", "run"))


@pytest.mark.parametrize(
    ("shown", "printed", "is_match"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n...\n", "a\nb\nc\n", True),
        ("...\nc\n", "a\nb\nc\n", True),
        ("  ...\nd\n", "a\nb\nc\n", False),
        ("took … s\n", "took 1.5 s\n", True),
        ("took … s\n", "took 1\n5 s\n", False),
        ("a.c\n", "abc\n", False),
        ("", "", True),
        ("", "a\n", False),
    ],
)
def test_what_matches(shown: str, printed: str, *, is_match: bool) -> None:
    assert Command("", shown, 0, 0).matches(printed) == is_match


def test_steps_of_a_page() -> None:
    page = (
        '```yaml title="a.yaml"\na: 1\n```\n<!-- test: run true -->\n<!-- test: status 1 -->\n'
        "```console\n$ first \\\n  more\n$ second\nout\n```\n<!-- test: cluster -->\n\n```console\n$ third\n```\n"
        "```text\n$ never\n```\n"
    )
    file, hidden, block, last = steps(page)
    assert (file.name, file.text, hidden.text) == ("a.yaml", "a: 1\n", "true")
    assert [(one.line, one.printed, one.status) for one in block.commands] == [
        ("first \\\n  more", "", 0),
        ("second", "out\n", 1),
    ]
    assert page[block.commands[1].start :].startswith("out\n```")
    assert (last.kind, last.commands[0].line, last.commands[0].status) == ("cluster", "third", 0)
