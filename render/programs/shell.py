"""A shell script as words: enough of the POSIX grammar to say which programs it starts, and with which arguments.

Nothing is executed or expanded: a word that holds `$NAME` or `$(…)` is kept as text and marked.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from render.shape.mistake import Path


class Word(NamedTuple):
    """One argument, and the place of the text that holds it."""

    text: str
    path: Path
    is_literal: bool = True
    """It is known as it stands: no variable and no command is expanded in it."""


class Simple(NamedTuple):
    """What stands between two operators of a script."""

    words: tuple[Word, ...]
    operator: str
    """What ends it: `|`, `&&`, `||`, `&`, `;`, a line break, or nothing at the end of the script."""


_HERE_DOCUMENT = re.compile(
    r"(?<!<)<<-?[ \t]*+(['\"]?)(\w++)\1([^\n]*+)\n(?s:.*?)(?:^[ \t]*+\2[ \t]*+$|\Z)", re.MULTILINE
)
"""Possessive, and read in a text that ends a line: else a long name, or many of them, take quadratic time."""
_TOKEN = re.compile(
    r"""(?P<skip>\\\r?\n)
      | (?P<single>'[^']*'?)
      | (?P<double>"(?:\\(?s:.)|[^"\\])*"?)
      | (?P<escape>\\(?s:.))
      | (?P<expansion>\$\((?:[^()]|\([^()]*\))*\)?|\$\{[^}]*\}?|\$[\w@*\#?$!-]|`[^`]*`?)
      | (?P<redirection>[0-9]*(?:&>>|&>|>>|>&|>\||>|<<<|<&|<>|<))
      | (?P<operator>&&|\|\||;;|\|&|[;|&()\n])
      | (?P<space>[ \t\r]+)
      | (?P<comment>(?<![^\s;|&()])\#[^\n]*)
      | (?P<text>[^\s'"\\$`<>|&;()\#0-9]+|(?s:.))""",
    re.VERBOSE,
)
_DOUBLE_ESCAPE = re.compile(r'\\([\\"$`])|\\\n')


def simple_commands(script: str, path: Path) -> Iterator[Simple]:
    """Yield the simple commands of a script in their order; their words are all at `path`."""
    reader = _Reader(path)
    for match in _TOKEN.finditer(_HERE_DOCUMENT.sub(r"\3\n", f"{script}\n").removesuffix("\n")):
        kind, text = str(match.lastgroup), match[0]
        if kind == "operator":
            yield from reader.end(text)
        else:
            reader.read(kind, text)
    yield from reader.end("")


@dataclass
class _Reader:
    """The command that is being read."""

    path: Path
    words: list[Word] = field(default_factory=list)
    parts: list[str] | None = None
    """Of the word that is being read; None between words."""
    is_literal: bool = True
    is_redirected: bool = False
    """The next word is the file of a redirection."""

    def read(self, kind: str, text: str) -> None:
        if kind in ("space", "redirection"):
            self._end_word()
            self.is_redirected |= kind == "redirection"
        elif kind not in ("comment", "skip"):
            self.is_literal &= kind != "expansion" and not (kind == "double" and _expands(text))
            self.parts = self.parts or []
            self.parts.append(_unquoted(kind, text))

    def end(self, operator: str) -> Iterator[Simple]:
        self._end_word()
        if self.words:
            yield Simple(tuple(self.words), operator)
        self.words, self.is_redirected = [], False

    def _end_word(self) -> None:
        if self.parts is not None:
            if not self.is_redirected:
                self.words.append(Word("".join(self.parts), self.path, self.is_literal))
            self.is_redirected = False
        self.parts, self.is_literal = None, True


def _expands(quoted: str) -> bool:
    return re.search(r"(?<!\\)[$`]", quoted) is not None


def _unquoted(kind: str, text: str) -> str:
    if kind == "single":
        return text.removeprefix("'").removesuffix("'")
    if kind == "double":
        return _DOUBLE_ESCAPE.sub(r"\1", text.removeprefix('"').removesuffix('"'))
    return text[1:] if kind == "escape" else text
