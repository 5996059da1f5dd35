"""A configuration file of a program: what a launcher or a framework reads, and where each value is in the spec.

Nothing is executed: YAML is read as data, JSON as JSON, both within the limits of `render.source`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from render.manifests.finding import Finding
from render.problem import split_lines
from render.programs.command_line import Launch
from render.programs.json_object import read_json
from render.programs.setting import Setting
from render.programs.shell import Word
from render.schema_errors.error import Path
from render.source import Document, Node, Text, load_documents
from render.source.scalars import resolve_scalar

MAX_VALUES = 20_000
"""Maximum values of a configuration file."""

_INTERPOLATION = re.compile(r"\$\{([A-Za-z_][\w.]*)\}")
_DEEPEST = 5
"""Maximum steps of an interpolation, which may refer to itself."""


class Use(NamedTuple):
    """A word that names a configuration file."""

    word: Word
    how: str
    """The option, or the key of another file, that names it; empty for a plain argument."""


class ConfigType(NamedTuple):
    """A format of configuration files."""

    name: str
    """The program that reads it, as in messages."""
    source: str
    """Address of its documentation or source."""
    uses: Callable[[Launch], Iterator[Use]]
    """Yield the words of a command line that name such files."""
    refers: Mapping[str, tuple[tuple[str, ...], ...]] = {}
    """Keys that name files of other formats, by the module of the format."""
    is_omegaconf: bool = False
    """True if OmegaConf reads it: `${key}` refers to another key, and arguments `key=value` override it."""
    reads_hjson: bool = False
    """True if the program accepts more than JSON in a file of JSON: comments and trailing commas."""


class _File(NamedTuple):
    """The fields of a configuration file, which are known before it is read."""

    module: str
    """Module of its format."""
    type: ConfigType
    path: str
    """Its path in the container, which is its key in `files`."""
    text: str
    use: Use
    launch: Launch
    """The command line that names it, or the file that names it."""
    holder: "ConfigFile | None" = None
    """The file that names it; None if a command line does."""
    overrides: Mapping[str, Word] = {}
    """Arguments `key=value` that override it."""


class ConfigFile(_File):
    """A configuration file that a program reads."""

    @property
    def place(self) -> Path:
        """Its path in the spec."""
        return ("files", self.path)

    @property
    def is_json(self) -> bool:
        """Return True if its program reads it as JSON."""
        return self.path.endswith(".json")

    @cached_property
    def _document(self) -> Document | None:
        """Its text with positions; None if that can't be read."""
        document, _ = next(load_documents(Text(self.path, self.text), MAX_VALUES))
        return document if document.is_whole and document.root is not None else None

    @cached_property
    def error(self) -> tuple[str, int] | None:
        """Why its program can't read it, with the line of the file, from 1; None if the program can."""
        if self.is_json:
            return None if isinstance(self._json, dict) else self._json
        for document, problems in load_documents(Text(self.path, self.text), MAX_VALUES):
            if not document.is_whole and problems:
                return problems[-1].message, problems[-1].line or 1
            if document.root is not None and not document.root.is_mapping and document.root.data is not None:
                return "is not a mapping of keys to values", 1
            break
        return None

    @cached_property
    def _json(self) -> dict[str, Any] | tuple[str, int]:
        return read_json(self.text)

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """Its values; empty if it can't be read."""
        data = self._json if self.is_json and self.error is None else self._document and self._document.root.data  # type: ignore[union-attr]
        return data if isinstance(data, dict) else {}

    def find(self, *keys: str) -> Setting | None:
        """Return a value that is in the file or overrides it; None if neither is set."""
        name = ".".join(keys)
        if (word := self.overrides.get(name)) is not None:
            return Setting(name, resolve_scalar(word.text) if word.text else "", word.path, word.text)
        value: Any = self.data
        for key in keys:
            if not isinstance(value, dict) or key not in value:
                return None
            value = value[key]
        excerpt, row = self._position(keys)
        return Setting(name, self._interpolated(value), self.place, excerpt, row)

    def finding(self, message: str, hint: str | None = None, *, row: int = 0) -> Finding:
        """Return a finding about the whole file, or about one of its lines."""
        rows = split_lines(self.text)
        excerpt = rows[row - 1].strip() if 0 < row <= len(rows) else ""
        return Finding(self.place, message, hint, excerpt=excerpt, row=row if excerpt else 0, is_about_key=not excerpt)

    def keys_below(self, *keys: str) -> Iterator[Setting]:
        """Yield the entries of a mapping in the file."""
        value: Any = self.data
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        for name in value if isinstance(value, dict) else ():
            if (found := self.find(*keys, name)) is not None:
                yield found._replace(name=name)

    def scalars(self) -> Iterator[Setting]:
        """Yield all texts in the file with their places, at any depth."""
        root = None if self._document is None else self._document.root
        left: list[tuple[str, Node]] = [] if root is None else [("", root)]
        while left:
            name, node = left.pop(0)
            left += node.children.items()
            if isinstance(node.data, str):
                excerpt, row = self._excerpt(node)
                yield Setting(name, node.data, self.place, excerpt, row)

    def _position(self, keys: Sequence[str]) -> tuple[str, int]:
        node = None if self._document is None else self._document.root
        for key in keys:
            node = None if node is None else node.children.get(key)
        return ("", 0) if node is None else self._excerpt(node)

    def _excerpt(self, node: Node) -> tuple[str, int]:
        """Return the text of a key with its value, and its line; without the value if that is on several lines."""
        start, end = node.key or node.value, node.value
        rows = split_lines(self.text)
        row = rows[start[0] - 1]
        column = end[3] if end[2] == start[0] else node.key[3] if node.key else len(row) + 1
        return row[start[1] - 1 : column - 1], start[0]

    def _interpolated(self, value: Any, depth: int = 0) -> Any:
        """Return a text of OmegaConf with the values that it refers to; unknown ones stay."""
        if not self.type.is_omegaconf or not isinstance(value, str) or "${" not in value or depth > _DEEPEST:
            return value

        def known(match: re.Match[str]) -> str:
            found = self.overrides.get(match[1])
            other: Any = self.data if found is None else found.text
            for key in match[1].split(".") if found is None else ():
                other = other.get(key) if isinstance(other, dict) else None
            return str(self._interpolated(other, depth + 1)) if isinstance(other, str | int) else match[0]

        return _INTERPOLATION.sub(known, value)
