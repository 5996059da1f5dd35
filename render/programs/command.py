"""Commands that a container starts, found through shells and wrapper programs such as `env` and `timeout`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from posixpath import basename
from typing import NamedTuple

from render.programs.own_files import own_file
from render.programs.shell import SimpleCommand, Word, simple_commands
from render.programs.unwrap import (
    SHELLS,
    Assignment,
    find_assignment,
    find_script,
    takes_script,
    without_keywords,
    without_wrappers,
)
from render.schema_errors.error import Path

NO_FILES: Mapping[str, str] = {}
MAX_FILES = 100
"""Maximum scripts in `files` that are read for a container: one may start others many times."""
MAX_ARGUMENTS = 10_000
"""Maximum words that replace `"$@"` in all scripts of a container."""
_SOURCES = (".", "source")
"""Shell commands that run a file in the shell itself."""
_ALL_ARGUMENTS = ("$@", "$*", "${@}")

MAX_EXPORTED = 100
"""Maximum exported variables that are kept (the last ones): each later command of the script copies them."""

_EXPANDED = re.compile(r"(?<!\$)\$\([^)]*\)")
"""References that the kubelet expands."""


class Command(NamedTuple):
    """A program with its arguments."""

    words: tuple[Word, ...]
    """The program first, without wrappers."""
    assignments: tuple[Assignment, ...] = ()
    """Variables that the script sets for it; later ones win."""
    operator: str = ""
    """The operator after it in a script (`|`, `&&`, `;` …)."""
    is_pipefail: bool = False
    """True if `pipefail` is set: a pipe fails if it fails."""
    has_shell: bool = False
    """True if a shell reads it, which expands variables and operators."""

    @property
    def program(self) -> str:
        """The program's name without its folder."""
        return basename(self.words[0].text)


def find_commands(
    argv: Iterable[tuple[Path, str]], files: Mapping[str, str] = NO_FILES, folder: str = ""
) -> Iterator[Command]:
    """Yield the commands that a container's `command` and `args` start, in order.

    `files` are the texts of the spec's `files` by path: the commands of a shell script among them are in its place.
    `folder` is the working directory; empty if the image decides.
    """
    words = tuple(_unescaped(as_word(path, text)) for path, text in argv)
    if words:
        yield from _Script(files, folder, _Budget()).run(SimpleCommand(words, ""))


def _unescaped(word: Word) -> Word:
    """Return a word as the kubelet passes it on: `$$(date)` is `$(date)` for the shell, which replaces that."""
    return word._replace(text=word.text.replace("$$(", "$(")) if "$$(" in word.text else word


def as_word(path: Path, text: str) -> Word:
    """Return a text of a manifest as a word; `$(NAME)` makes it non-literal since the kubelet expands it."""
    return Word(text, path, not _EXPANDED.search(text, 0, text.rfind(")") + 1))


class _Budget:
    """Limits for the scripts of a container; they shrink."""

    def __init__(self) -> None:
        self.files = MAX_FILES
        self.arguments = MAX_ARGUMENTS


class _Script:
    """A shell script's state: exported variables and `pipefail`."""

    def __init__(self, files: Mapping[str, str], folder: str, budget: _Budget) -> None:
        self.files = files
        self.folder = folder
        self.budget = budget
        self.exported: list[Assignment] = []
        self.is_pipefail = False
        self.has_shell = False
        self.arguments: Sequence[Word] | None = None
        """The words that replace `"$@"`; None if unknown."""
        self.opened: frozenset[str] = frozenset()
        """Paths of the files that contain it: a script may start itself."""

    def run(self, simple: SimpleCommand) -> Iterator[Command]:
        words = without_keywords(self._with_arguments(simple.words))
        own, words = without_wrappers(words)
        if not words:
            self._export(own)
        elif basename(words[0].text) in ("export", "declare", "typeset", "readonly"):
            self._export(filter(None, map(find_assignment, words[1:])))
        elif words[0].text == "unset":
            gone = {word.text for word in words[1:]}
            self.exported = [one for one in self.exported if one[0] not in gone]
        elif words[0].text in ("set", "shift"):
            self.is_pipefail |= any(word.text == "pipefail" for word in words)
            self.arguments = self.arguments if words[0].text == "set" and "--" not in map(_text, words) else None
        elif script := find_script(words):
            yield from self._inside(words, own).read(script)
        elif (path := self._file(words)) is not None:
            inside = self._inside(words, own)
            inside.opened = self.opened | {path}
            yield from inside.read(Word(self.files[path], ("files", path)))
            if words[0].text in _SOURCES:
                self.exported, self.is_pipefail = inside.exported, inside.is_pipefail
        else:
            yield Command(words, (*self.exported, *own), simple.operator, self.is_pipefail, self.has_shell)

    def read(self, script: Word) -> Iterator[Command]:
        """Yield the commands of a text."""
        for part in simple_commands(script.text, script.path):
            yield from self.run(part)

    def _inside(self, words: Sequence[Word], own: Iterable[Assignment]) -> "_Script":
        """Return the state of a script that a command line starts."""
        is_sourced = words[0].text in _SOURCES
        inside = _Script(self.files, self.folder, self.budget)
        inside.exported = [*self.exported, *own]
        inside.is_pipefail = any(word.text == "pipefail" for word in words) or (is_sourced and self.is_pipefail)
        inside.has_shell = True
        inside.arguments = self.arguments if is_sourced or words[0].text == "eval" else _arguments(words)
        inside.opened = self.opened
        return inside

    def _with_arguments(self, words: Sequence[Word]) -> Sequence[Word]:
        """Return words with the script's arguments in place of `"$@"`."""
        count = 0 if self.arguments is None else sum(word.text in _ALL_ARGUMENTS for word in words)
        if self.arguments is None or not count or count * len(self.arguments) > self.budget.arguments:
            return words
        self.budget.arguments -= count * len(self.arguments)
        return [one for word in words for one in (self.arguments if word.text in _ALL_ARGUMENTS else (word,))]

    def _file(self, words: Sequence[Word]) -> str | None:
        """Return the path of the shell script in `files` that a command line starts; None if there is none."""
        if not self.files or not self.budget.files:
            return None
        position = _script_position(words)
        if basename(words[0].text) not in (*SHELLS, *_SOURCES) or position >= len(words):
            return None
        script = words[position]
        path = own_file(self.files, script.text, self.folder) if script.is_literal else None
        if path is None or path in self.opened:
            return None
        self.budget.files -= 1
        return path

    def _export(self, assignments: Iterable[Assignment]) -> None:
        self.exported = [*self.exported, *assignments][-MAX_EXPORTED:]


def _script_position(words: Sequence[Word]) -> int:
    """Return the position of the script in a command line of a shell without `-c`, after its options."""
    position = 1
    while position < len(words) and words[position].text[:1] in ("-", "+"):
        position += 2 if words[position].text in ("-o", "-O", "+o", "+O") else 1
    return position


def _arguments(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words after the script of a command line such as `bash -c SCRIPT NAME ARG` or `bash FILE ARG`."""
    script = find_script(words)
    if script is not None:
        return words[next(index for index, word in enumerate(words) if word is script) + 2 :]
    position = _script_position(words) if basename(words[0].text) in SHELLS else 0
    return words[position + 1 :]


def _text(word: Word) -> str:
    return word.text


def shell_script(argv: Sequence[Word]) -> tuple[Word, tuple[Word, ...]] | None:
    """Return the script of a command line such as `env A=b sh -c SCRIPT NAME ARG`, and the words after it."""
    _, words = without_wrappers(argv)
    if words and takes_script(words):
        return (script, ()) if (script := find_script(words)) else None
    script = find_script(words) if words and words[0].text != "eval" else None
    return None if script is None else (script, tuple(words[list(words).index(script) + 1 :]))
