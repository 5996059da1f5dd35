"""The console blocks of a page: commands after `$`, and below each what it prints.

Commands run in order, all of a page in one folder that has the chart, the examples and each block with a `title`, as a
file. `...` on a line of its own stands for any lines, `…` for any characters. A comment before a block says more:

    <!-- test: status 1 -->     the exit status of its last command
    <!-- test: cluster -->      asks an API server: tests/cluster/test_docs.py
    <!-- test: torch -->        needs torch
    <!-- test: install -->      installs render: `.ci/run` runs it
    <!-- test: run COMMAND -->  a step that readers are not shown, before what follows
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import CHECKOUT

PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").glob("*.md"))]

_PART = re.compile(
    r'^<!-- test: (?P<note>.*?) -->$|^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$',
    re.MULTILINE | re.DOTALL,
)
_ANY_LINES = "..."
_ANY_TEXT = "…"
_SECONDS = 300


@dataclass(frozen=True)
class Command:
    """A command of a page, and the lines that it prints."""

    line: str
    printed: str
    status: int
    start: int
    """Where `printed` starts in the page."""

    def matches(self, output: str) -> bool:
        """Return whether an output is what the page shows."""
        return re.fullmatch("".join(map(_pattern, self.printed.splitlines())), output, re.DOTALL) is not None

    @property
    def is_exact(self) -> bool:
        """Whether it shows all that is printed, so that `--regen` can write it again."""
        return _ANY_TEXT not in self.printed and _ANY_LINES not in [line.strip() for line in self.printed.splitlines()]


@dataclass(frozen=True)
class Step:
    """A block of commands, a file to write, or a command that readers are not shown."""

    kind: str
    """`offline`, `cluster`, `torch`, `install`, `file` or `run`."""
    commands: tuple[Command, ...] = ()
    name: str = ""
    text: str = ""


def steps(page: str) -> Iterator[Step]:
    """Yield what happens on a page, in order."""
    kind, status = "offline", 0
    for part in _PART.finditer(page):
        note, title = part["note"], part["title"]
        if note and note.startswith("run "):
            yield Step("run", text=note.removeprefix("run "))
        elif note and note.startswith("status "):
            status = int(note.removeprefix("status "))
        elif note:
            kind = note
        else:
            if part["language"] == "console":
                yield Step(kind, tuple(_commands(part["text"], part.start("text"), status)))
            elif title:
                yield Step("file", name=title, text=part["text"])
            kind, status = "offline", 0


def _commands(text: str, start: int, status: int) -> Iterator[Command]:
    found = [*re.finditer(r"^\$ (?P<line>(?:.*\\\n)*.*)\n", text, re.MULTILINE)]
    for index, one in enumerate(found):
        is_last = index + 1 == len(found)
        end = len(text) if is_last else found[index + 1].start()
        yield Command(one["line"], text[one.end() : end], status if is_last else 0, start + one.end())


def _pattern(line: str) -> str:
    if line.strip() == _ANY_LINES:
        return r"(?:[^\n]*\n)*?"
    return r"[^\n]*".join(map(re.escape, line.split(_ANY_TEXT))) + r"\n"


class Folder:
    """Where the commands of a page run."""

    def __init__(self, path: Path, tools: Mapping[str, Path]) -> None:
        self.path = path
        for name in ("charts", "examples", "schemas"):
            shutil.copytree(CHECKOUT / name, path / name)
        command = path / "bin" / "render"
        command.parent.mkdir()
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m render "$@"\n', encoding="utf-8")
        command.chmod(0o755)
        for name, tool in tools.items():
            (command.parent / name).symlink_to(tool)

    def write(self, name: str, text: str) -> None:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def run(self, line: str, **variables: str) -> tuple[int, str]:
        """Return the exit status of a line of shell, and all that it prints."""
        env = {
            "PATH": os.pathsep.join((str(self.path / "bin"), str(Path(sys.executable).parent), os.environ["PATH"])),
            "HOME": str(self.path / "bin"),
            "PYTHONPATH": str(CHECKOUT),
            "LANG": "C.UTF-8",
            "COLUMNS": "120",
            **{f"GIT_{role}_{key}": "docs" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")},
            **variables,
        }
        shell = ["bash", "-uo", "pipefail", "-c", line]
        done = subprocess.run(
            shell,
            cwd=self.path,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
        return done.returncode, done.stdout
