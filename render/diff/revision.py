"""Files of a git revision, `REV:path`, read through git without a checkout."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from render import tool
from render.problem import Problem
from render.source.codes import CHART, LINK_OUT, NOT_UTF8, TOO_LARGE
from render.source.files import CHART_FILE, MAX_FILE_BYTES, OF_A_CHART, SUFFIXES, Text

SECONDS = 60
"""Seconds that git may take for one answer."""

_LINK, _FILES = "120000", ("100644", "100755")
_ENTRY = re.compile(rb"(?P<mode>\d+) \w+ (?P<id>[0-9a-f]+) +(?P<size>\d+|-)\t(?P<path>.*)", re.DOTALL)
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
"""Environment of git: no prompts, no network, no writes."""


class RevisionError(Exception):
    """Git has no such revision or file, or git is not installed."""


class Revision(NamedTuple):
    """A file or folder in a commit."""

    written: str
    """As given on the command line."""
    id: str
    """Object name in git."""
    is_folder: bool

    @classmethod
    def find(cls, written: str) -> "Revision":
        """Resolve `REV:path`. Raises RevisionError."""
        revision, _, path = written.partition(":")
        if not revision or revision.startswith("-") or "\0" in written:
            raise RevisionError(f"`{revision}` is not a git revision")
        commit = _run_git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        if commit is None and _run_git("rev-parse", "--git-dir") is None:
            raise RevisionError(f"`{written}` is a path in a git revision, and this is not a git repository")
        if commit is None:
            raise RevisionError(f"git has no revision `{revision}`")
        found = _run_git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{_word(commit)}:{path}")
        kind = _run_git("cat-file", "-t", _word(found)) if found is not None else None
        if found is None or kind is None:
            raise RevisionError(f"`{path}` is not in the revision `{revision}`")
        return cls(written, _word(found), is_folder=_word(kind) == "tree")

    def texts(self) -> Iterator[tuple[str, Text | Problem]]:
        """Yield the file, or the files of a folder with their relative paths. Links are not followed."""
        if not self.is_folder:
            # A run without a name is named after its file.
            label = self.written if "/" in self.written else self.written.replace(":", ":./", 1)
            yield "", _text(label, self.id, int(_word(_answer("cat-file", "-s", self.id))))
            return
        entries = [_ENTRY.fullmatch(line) for line in _answer("ls-tree", "-r", "-z", "-l", self.id).split(b"\0")[:-1]]
        found = {match["path"].decode(errors="replace"): match for match in entries if match is not None}
        charts = {str(PurePosixPath(path).parent) for path in found if PurePosixPath(path).name == CHART_FILE}
        for path, match in sorted(found.items()):
            label, mode = f"{self.written.rstrip('/')}/{path}", match["mode"].decode()
            if PurePosixPath(path).name == CHART_FILE:
                message = "is a Helm chart: its templates and defaults are skipped"
                yield path, CHART.problem(message, file=label.removesuffix(f"/{CHART_FILE}"))
            elif not _is_wanted(PurePosixPath(path), charts):
                continue
            elif mode == _LINK:
                yield path, LINK_OUT.problem("is a link, which is not followed in a revision", file=label)
            elif mode in _FILES:
                yield path, _text(label, match["id"].decode(), int(match["size"]))


def _is_wanted(path: PurePosixPath, charts: set[str]) -> bool:
    parts = path.parts
    is_of_a_chart = any(
        str(PurePosixPath(*parts[:depth])) in charts and part in OF_A_CHART for depth, part in enumerate(parts)
    )
    return path.suffix in SUFFIXES and not is_of_a_chart and not any(part.startswith(".") for part in parts)


def _text(label: str, blob: str, size: int) -> Text | Problem:
    if size > MAX_FILE_BYTES:
        return TOO_LARGE.problem(f"is larger than {MAX_FILE_BYTES} bytes", file=label)
    try:
        return Text(label, _answer("cat-file", "blob", blob).decode("utf-8-sig"))
    except UnicodeDecodeError:
        return NOT_UTF8.problem("is not UTF-8", hint="save the file as UTF-8", file=label)


def _word(answer: bytes) -> str:
    return answer.decode(errors="replace").strip()


def _answer(*arguments: str) -> bytes:
    answer = _run_git(*arguments)
    if answer is None:
        raise RevisionError(f"`git {arguments[0]}` failed")
    return answer


def _run_git(*arguments: str) -> bytes | None:
    """Return git's output; None if git fails. Raises RevisionError if git is missing or hangs."""
    git = tool.find_program("git")
    if git is None:
        raise RevisionError("reading a revision needs the `git` command, which was not found")
    try:
        done = tool.run([git, "--no-pager", *arguments], os.environ | _QUIET, SECONDS)
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise RevisionError(f"git does not answer: {error}") from error
    return done.stdout if done.returncode == 0 else None
