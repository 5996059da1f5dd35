"""Commands that a container starts, found through shells and wrapper programs such as `env` and `timeout`."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from posixpath import basename
from typing import NamedTuple

from render.programs.catalog import ProgramType, match_program
from render.programs.shell import SimpleCommand, Word, simple_commands
from render.schema_errors.error import Path

Assignment = tuple[str, Word]

MAX_EXPORTED = 100
"""Maximum exported variables that are kept (the last ones): each later command of the script copies them."""

SHELLS = frozenset({"ash", "bash", "dash", "ksh", "sh", "zsh"})
_TAKE_SCRIPTS = frozenset({"flock", "runuser", "script", "su"})
"""Programs whose option `-c` has a script for a shell (https://man7.org/linux/man-pages/man1/script.1.html)."""
_SCRIPT_OPTION = re.compile(r"-[a-zA-Z]*c|--command")
_KEYWORDS = frozenset({"!", "{", "do", "elif", "else", "if", "then", "time", "until", "while"})
"""Shell keywords that may precede a command."""
_NO_COMMANDS = frozenset({"case", "done", "esac", "fi", "for", "function", "select", "}"})
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\+?=(.*)", re.DOTALL)
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


def find_commands(argv: Iterable[tuple[Path, str]]) -> Iterator[Command]:
    """Yield the commands that a container's `command` and `args` start, in order."""
    words = tuple(as_word(path, text) for path, text in argv)
    if words:
        yield from _Script().run(SimpleCommand(words, ""))


def as_word(path: Path, text: str) -> Word:
    """Return a text of a manifest as a word; `$(NAME)` makes it non-literal since the kubelet expands it."""
    return Word(text, path, not _EXPANDED.search(text, 0, text.rfind(")") + 1))


@dataclass
class _Script:
    """A shell script's state: exported variables and `pipefail`."""

    exported: list[Assignment] = field(default_factory=list)
    is_pipefail: bool = False
    has_shell: bool = False

    def run(self, simple: SimpleCommand) -> Iterator[Command]:
        words = _without_keywords(simple.words)
        own, words = _without_wrappers(words)
        if not words:
            self._export(own)
        elif basename(words[0].text) in ("export", "declare", "typeset", "readonly"):
            self._export(filter(None, map(_assignment, words[1:])))
        elif words[0].text == "unset":
            gone = {word.text for word in words[1:]}
            self.exported = [one for one in self.exported if one[0] not in gone]
        elif words[0].text == "set":
            self.is_pipefail |= any(word.text == "pipefail" for word in words)
        elif script := _script(words):
            nested = _Script(list(self.exported), any(word.text == "pipefail" for word in words), has_shell=True)
            for part in simple_commands(script.text, script.path):
                yield from nested.run(part)
        else:
            yield Command(words, (*self.exported, *own), simple.operator, self.is_pipefail, self.has_shell)

    def _export(self, assignments: Iterable[Assignment]) -> None:
        self.exported = [*self.exported, *assignments][-MAX_EXPORTED:]


def shell_script(argv: Sequence[Word]) -> tuple[Word, tuple[Word, ...]] | None:
    """Return the script of a command line such as `env A=b sh -c SCRIPT NAME ARG`, and the words after it."""
    _, words = _without_wrappers(argv)
    if words and _takes_script(words):
        return (script, ()) if (script := _script(words)) else None
    script = _script(words) if words and words[0].text != "eval" else None
    return None if script is None else (script, tuple(words[list(words).index(script) + 1 :]))


def _script(words: Sequence[Word]) -> Word | None:
    """Return the script of `sh -c SCRIPT` or `eval SCRIPT`."""
    if words[0].text == "eval" and len(words) == 2:
        return words[1]
    if _takes_script(words):
        position = next(index for index, word in enumerate(words) if _SCRIPT_OPTION.fullmatch(word.text))
        return words[position + 1]
    if basename(words[0].text) not in SHELLS:
        return None
    is_command, rest = False, deque(words[1:])
    while rest and rest[0].text[:1] in ("-", "+"):
        option = rest.popleft().text
        is_command |= not option.startswith("--") and "c" in option
        if option.endswith("o") and not option.startswith("--") and rest:
            rest.popleft()
    return rest[0] if is_command and rest else None


def _takes_script(words: Sequence[Word]) -> bool:
    """Return True for a command line such as `script -qec SCRIPT FILE`."""
    if len(words) < 2 or basename(words[0].text) not in _TAKE_SCRIPTS:
        return False
    return any(_SCRIPT_OPTION.fullmatch(word.text) for word in islice(words, len(words) - 1))


def _without_keywords(words: Sequence[Word]) -> tuple[Word, ...]:
    kept = deque(words)
    while kept and kept[0].text in _KEYWORDS:
        kept.popleft()
    return () if kept and kept[0].text in _NO_COMMANDS else tuple(kept)


def _without_wrappers(words: Sequence[Word]) -> tuple[tuple[Assignment, ...], tuple[Word, ...]]:
    """Return the variables that are set before a command, and the command itself."""
    rest = deque(words)
    assignments: list[Assignment] = []
    while rest and not _takes_script(rest):
        name = basename(rest[0].text)
        if assignment := _assignment(rest[0]):
            assignments.append(assignment)
            rest.popleft()
        elif (wrapper := _match_wrapper(name, rest)) is not None:
            tool, length = wrapper
            first = rest[0]
            for _ in range(length):
                rest.popleft()
            _leave_out(rest, tool)
            if tool.runs_scripts and rest and (rest[0].text == "-m" or rest[0].text.endswith(".py")):
                rest.appendleft(first._replace(text="python"))
        else:
            break
    return tuple(assignments), tuple(rest)


def _match_wrapper(name: str, words: Sequence[Word]) -> tuple[ProgramType, int] | None:
    """Return the wrapper that a command line starts with, and the number of words that name it."""
    tool, length = match_program(name, words)
    return (tool, length) if tool is not None and tool.starts == "command" and len(words) > length else None


def _leave_out(words: deque[Word], wrapper: ProgramType) -> None:
    """Drop a wrapper's options and arguments from its words."""
    while words and words[0].text.startswith("-"):
        if wrapper.runs_scripts and words[0].text == "-m":
            break
        option = words.popleft().text
        if option == "--":
            break
        if option in wrapper.arguments and words:
            words.popleft()
    for _ in range(min(wrapper.positionals, len(words))):
        words.popleft()


def _assignment(word: Word) -> Assignment | None:
    match = _ASSIGNMENT.fullmatch(word.text)
    return (match[1], word._replace(text=match[2])) if match else None
