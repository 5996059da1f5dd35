"""What a container starts: its command line as words, through shells and the programs that only start another one."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import basename
from typing import NamedTuple

from render.programs.shell import Simple, Word, simple_commands
from render.shape.mistake import Path

Assignment = tuple[str, Word]

MAX_EXPORTED = 100
"""Variables that a script sets for all that follows, the last ones: each of its commands has all of them."""

_SHELLS = frozenset({"ash", "bash", "dash", "ksh", "sh", "zsh"})
_KEYWORDS = frozenset({"!", "{", "do", "elif", "else", "if", "then", "time", "until", "while"})
"""What may stand before a command."""
_NO_COMMANDS = frozenset({"case", "done", "esac", "fi", "for", "function", "select", "}"})
_WRAPPERS: Mapping[str, tuple[frozenset[str], int]] = {
    name: (frozenset(options.split()), arguments)
    for name, options, arguments in (
        ("catchsegv", "", 0),
        ("command", "", 0),
        ("dumb-init", "-r --rewrite", 0),
        ("env", "-u --unset -C --chdir", 0),
        ("exec", "-a", 0),
        ("ionice", "-c -n --class --classdata", 0),
        ("nice", "-n --adjustment", 0),
        ("nohup", "", 0),
        ("numactl", "-C -N -P -m -p -i", 0),
        ("setsid", "", 0),
        ("stdbuf", "-i -o -e --input --output --error", 0),
        ("sudo", "-u -g -h --user --group", 0),
        ("taskset", "", 1),
        ("time", "-f -o", 0),
        ("timeout", "-k -s --kill-after --signal", 1),
        ("tini", "-p -e", 0),
    )
}
"""Programs that start another one: their options that take a value, and their own arguments before it."""
_RUNNERS = frozenset({"conda", "hatch", "mamba", "micromamba", "pdm", "pipenv", "pixi", "poetry", "rye", "uv"})
"""Package managers, which start a program by `run`."""
_RUNNER_OPTIONS = frozenset({"-e", "-n", "-p", "--environment", "--extra", "--group", "--name", "--prefix", "--with"})
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\+?=(.*)", re.DOTALL)
_EXPANDED = re.compile(r"(?<!\$)\$\([^)]*\)")
"""What the kubelet replaces."""


class Command(NamedTuple):
    """One program and its arguments."""

    words: tuple[Word, ...]
    """The program first; what only starts it is left out."""
    assignments: tuple[Assignment, ...] = ()
    """Variables that the script sets for it, the later ones winning."""
    operator: str = ""
    """What stands behind it in a script (`|`, `&&`, `;` …)."""
    is_pipefail: bool = False
    """A pipe around it fails where it fails."""

    @property
    def program(self) -> str:
        """Its name, without the folder."""
        return basename(self.words[0].text)


def commands(argv: Iterable[tuple[Path, str]]) -> Iterator[Command]:
    """Yield the commands that a container's `command` and `args` start, in the order in which they are written."""
    words = tuple(argument(path, text) for path, text in argv)
    if words:
        yield from _Script().run(Simple(words, ""))


def argument(path: Path, text: str) -> Word:
    """Return a text of a manifest as a word: the kubelet puts the values of variables for `$(NAME)`."""
    return Word(text, path, not _EXPANDED.search(text, 0, text.rfind(")") + 1))


@dataclass
class _Script:
    """A shell, as far as it is known what it has set."""

    exported: list[Assignment] = field(default_factory=list)
    is_pipefail: bool = False

    def run(self, simple: Simple) -> Iterator[Command]:
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
            nested = _Script(list(self.exported), any(word.text == "pipefail" for word in words))
            for part in simple_commands(script.text, script.path):
                yield from nested.run(part)
        else:
            yield Command(words, (*self.exported, *own), simple.operator, self.is_pipefail)

    def _export(self, assignments: Iterable[Assignment]) -> None:
        self.exported = [*self.exported, *assignments][-MAX_EXPORTED:]


def _script(words: Sequence[Word]) -> Word | None:
    """Return the script of `sh -c SCRIPT` or `eval SCRIPT`."""
    if words[0].text == "eval" and len(words) == 2:
        return words[1]
    if basename(words[0].text) not in _SHELLS:
        return None
    is_command, rest = False, deque(words[1:])
    while rest and rest[0].text[:1] in ("-", "+"):
        option = rest.popleft().text
        is_command |= not option.startswith("--") and "c" in option
        if option.endswith("o") and not option.startswith("--") and rest:
            rest.popleft()
    return rest[0] if is_command and rest else None


def _without_keywords(words: Sequence[Word]) -> tuple[Word, ...]:
    kept = deque(words)
    while kept and kept[0].text in _KEYWORDS:
        kept.popleft()
    return () if kept and kept[0].text in _NO_COMMANDS else tuple(kept)


def _without_wrappers(words: Sequence[Word]) -> tuple[tuple[Assignment, ...], tuple[Word, ...]]:
    """Return the variables that are set before a command, and the command itself."""
    rest = deque(words)
    assignments: list[Assignment] = []
    while rest:
        name = basename(rest[0].text)
        if assignment := _assignment(rest[0]):
            assignments.append(assignment)
            rest.popleft()
        elif name in _WRAPPERS and len(rest) > 1:
            options, arguments = _WRAPPERS[name]
            rest.popleft()
            _leave_out(rest, options, arguments)
        elif name in _RUNNERS and len(rest) > 2 and rest[1].text == "run":
            rest.popleft()
            rest.popleft()
            _leave_out(rest, _RUNNER_OPTIONS)
        else:
            break
    return tuple(assignments), tuple(rest)


def _leave_out(words: deque[Word], with_value: frozenset[str], arguments: int = 0) -> None:
    """Take the options of a program from its words, and so many arguments."""
    while words and words[0].text.startswith("-"):
        option = words.popleft().text
        if option == "--":
            break
        if option in with_value and words:
            words.popleft()
    for _ in range(min(arguments, len(words))):
        words.popleft()


def _assignment(word: Word) -> Assignment | None:
    match = _ASSIGNMENT.fullmatch(word.text)
    return (match[1], word._replace(text=match[2])) if match else None
