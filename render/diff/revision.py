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
from render.source.files import CHART_FILE, OF_A_CHART, SUFFIXES
from render.source.read import LIMIT, Text

SECONDS = 60
"""That git may take for one answer."""

_LINK, _FILES = "120000", ("100644", "100755")
_ENTRY = re.compile(rb"(?P<mode>\d+) \w+ (?P<id>[0-9a-f]+) +(?P<size>\d+|-)\t(?P<path>.*)", re.DOTALL)
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
"""Nothing is asked of a person or of another machine, and nothing is written."""


class RevisionError(Exception):
    """Git has no such thing, or there is no git."""


class Revision(NamedTuple):
    """A file or folder of a commit."""

    written: str
    """As the command line has it."""
    id: str
    """Of the file or folder in git."""
    is_folder: bool

    @classmethod
    def find(cls, written: str) -> "Revision":
        """Return what `REV:path` means. Raises RevisionError."""
        revision, _, path = written.partition(":")
        if not revision or revision.startswith("-") or "\0" in written:
            raise RevisionError(f"`{revision}` is no revision of git")
        commit = _ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        if commit is None:
            raise RevisionError(f"git has no revision `{revision}` here")
        found = _ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{_word(commit)}:{path}")
        kind = _ask("cat-file", "-t", _word(found)) if found is not None else None
        if found is None or kind is None:
            raise RevisionError(f"`{path}` is not in the revision `{revision}`")
        return cls(written, _word(found), is_folder=_word(kind) == "tree")

    def texts(self) -> Iterator[tuple[str, Text | Problem]]:
        """Yield the file, or a folder's by path below it, as `render.source.files` does; links lead nowhere."""
        if not self.is_folder:
            # A run without a name has that of its file, which is what comes after the last slash.
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
    if size > LIMIT:
        return TOO_LARGE.problem(f"is larger than {LIMIT} bytes", file=label)
    try:
        return Text(label, _answer("cat-file", "blob", blob).decode("utf-8-sig"))
    except UnicodeDecodeError:
        return NOT_UTF8.problem("is not UTF-8", hint="save the file as UTF-8", file=label)


def _word(answer: bytes) -> str:
    return answer.decode(errors="replace").strip()


def _answer(*arguments: str) -> bytes:
    answer = _ask(*arguments)
    if answer is None:
        raise RevisionError(f"`git {arguments[0]}` has failed")
    return answer


def _ask(*arguments: str) -> bytes | None:
    """Return what git prints; None where it refuses. Raises RevisionError where there is no git."""
    git = tool.find("git")
    if git is None:
        raise RevisionError("there is no `git` command, which a revision is read with")
    try:
        done = tool.run([git, "--no-pager", *arguments], os.environ | _QUIET, SECONDS)
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise RevisionError(f"git does not answer: {error}") from error
    return done.stdout if done.returncode == 0 else None
