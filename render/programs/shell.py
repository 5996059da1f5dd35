"""Split a shell script into simple commands: enough POSIX grammar to find programs and arguments.

Nothing is executed or expanded: a word with `$NAME` or `$(…)` is kept as text and marked non-literal.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from render.schema_errors.error import Path


class Word(NamedTuple):
    """An argument and the path of the text that contains it."""

    text: str
    path: Path
    is_literal: bool = True
    """True if the shell and the kubelet expand nothing in it."""


class SimpleCommand(NamedTuple):
    """A command between two operators of a script."""

    words: tuple[Word, ...]
    operator: str
    """The operator that ends it: `|`, `&&`, `||`, `&`, `;`, a line break, or empty at the end."""


_HERE_DOCUMENT = r"(?m)(?<!<)<<-?[ \t]*+(['\"]?)(\w++)\1([^\n]*+)\n(?s:.*?)(?:^[ \t]*+\2[ \t]*+$|\Z)"
"""Possessive quantifiers and a final line break keep the time linear for long or many names."""
_PART = r"""(?x)
        (?P<skip>\\\r?\n)
      | (?P<single>'[^']*'?)
      | (?P<double>"(?:\\(?s:.)|[^"\\])*"?)
      | (?P<escape>\\(?s:.))
      | (?P<expansion>\$\((?:[^()]|\([^()]*\))*\)?|\$\{[^}]*\}?|\$[\w@*\#?$!-]|`[^`]*`?)
      | (?P<array>(?<==)\([^()]*\)?)
      | (?P<redirection>[0-9]*(?:&>>|&>|>>|>&|>\||>|<<<|<&|<>|<))
      | (?P<operator>&&|\|\||;;|\|&|[;|&()\n])
      | (?P<space>[ \t\r]+)
      | (?P<comment>(?<![^\s;|&()])\#[^\n]*)
      | (?P<text>[^\s'"\\$`<>|&;()\#0-9]+|(?s:.))"""
_DOUBLE_ESCAPE = r'\\([\\"$`])|\\\n'


def simple_commands(script: str, path: Path) -> Iterator[SimpleCommand]:
    """Yield the simple commands of a script in order; all words get `path`."""
    reader = _Reader(path)
    for match in re.finditer(_PART, re.sub(_HERE_DOCUMENT, r"\3\n", f"{script}\n").removesuffix("\n")):
        kind, text = str(match.lastgroup), match[0]
        if kind == "operator":
            yield from reader.end(text)
        else:
            reader.read(kind, text)
    yield from reader.end("")


def comments(script: str) -> Iterator[tuple[str, str]]:
    """Yield each comment of a script, with the text before it in the same line."""
    text = re.sub(_HERE_DOCUMENT, r"\3\n", f"{script}\n")
    for match in re.finditer(_PART, text):
        if match.lastgroup == "comment":
            yield text[text.rfind("\n", 0, match.start()) + 1 : match.start()], match[0]


class _Reader:
    """Parser state: the current command."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.words: list[Word] = []
        self.parts: list[str] | None = None
        """Characters of the current word; None between words."""
        self.is_literal = True
        self.is_redirected = False
        """True if the next word is the target of a redirection."""

    def read(self, kind: str, text: str) -> None:
        if kind in ("space", "redirection"):
            self._end_word()
            self.is_redirected |= kind == "redirection"
        elif kind not in ("comment", "skip"):
            self.is_literal &= kind not in ("array", "expansion") and not (kind == "double" and _expands(text))
            self.parts = self.parts or []
            self.parts.append(_unquoted(kind, text))

    def end(self, operator: str) -> Iterator[SimpleCommand]:
        self._end_word()
        if self.words:
            yield SimpleCommand(tuple(self.words), operator)
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
        return re.sub(_DOUBLE_ESCAPE, r"\1", text.removeprefix('"').removesuffix('"'))
    return text[1:] if kind == "escape" else text
