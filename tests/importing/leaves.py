"""What becomes of each leaf of an imported object: the run has it, the import names it, or nobody says anything."""

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import yaml

from render import engine
from render.importers.parts.import_files import load_importers
from render.importers.parts.importer import ImportResult, ImportSource
from render.kube.schemas import Schemas
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.problem import Problem
from render.schema_errors.error import Path
from render.schema_errors.formatting import format_path
from tests.importing.comparing import FOLDER, spec_text
from tests.manifests import manifests

_SHORT = 3
"""Length below which a text is in many others by chance."""


@dataclass(frozen=True)
class Unsaid:
    """A line of the list: a leaf of which nothing need be said."""

    leaf: str
    """Its path, with `*`."""
    values: tuple[Any, ...]
    """Its values; all if there is none."""

    def covers(self, leaf: str, value: Any) -> bool:
        return fnmatchcase(leaf, self.leaf) and (not self.values or value in self.values)


@cache
def unsaid() -> tuple[Unsaid, ...]:
    lines = yaml.safe_load((FOLDER / "unsaid.yaml").read_text(encoding="utf-8"))
    return tuple(Unsaid(leaf, tuple(line.get("values", ()))) for line in lines for leaf in line["leaves"])


class Run:
    """What a spec renders, as texts and as pairs of a key and a value."""

    def __init__(self, imported: ImportResult) -> None:
        """Render. Raises RenderRejected."""
        values = engine.merge_values([spec_text(imported)], engine="embedded")
        self.pairs: set[tuple[str, str]] = set()
        self.texts: set[str] = set()
        for item in manifests(values, values["name"]).values():
            for path, value in leaves(item):
                if not str(path[-1]).endswith(".py"):
                    self._add(path, value)

    def _add(self, path: Path, value: Any) -> None:
        key = _key(path)
        self.pairs |= {(key, _text(value)), ("name", key), ("value", _text(value))}  # `env` is a ConfigMap
        self.texts |= {key, _text(value)}

    def has(self, path: Path, value: Any) -> bool:
        text = _text(value)
        is_long = isinstance(value, str) and len(text) >= _SHORT
        word = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
        return (_key(path), text) in self.pairs or (is_long and any(map(word.search, self.texts)))


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield each scalar and each empty mapping or list with its path."""
    below = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    if not below or not value:
        yield path, value
    for key, item in below if value else ():
        yield from leaves(item, (*path, key))


def lost(item: Object, others: Sequence[Object], release: str = "2.3") -> list[str]:
    """Return the leaves of an object that its spec does not have and its import does not name."""
    imported = _convert(item, item.data, others, release)
    if not imported.values:
        return []
    run = Run(imported)
    found = []
    for path, value in leaves(item.data):
        if path[0] in ("apiVersion", "kind", "status") or value in (None, "", [], {}):
            continue
        if run.has(path, value) or _names(imported.problems, path, value):
            continue
        if any(line.covers(format_path(path), value) for line in unsaid()):
            continue
        if not _moves(item, path, imported, others, release):
            found.append(f"{format_path(path)}: {value!r}")
    return found


def _convert(item: Object, data: Data, others: Sequence[Object], release: str) -> ImportResult:
    return load_importers()[item.kind].convert(ImportSource(item._replace(data=dict(data)), tuple(others), release))


def _names(problems: Sequence[Problem], path: Path, value: Any) -> bool:
    """Say whether a problem is about a leaf or what it is part of, or quotes its value."""
    key, text = _key(path), _text(value)
    quoted = {word for problem in problems for word in _quoted(problem)}
    is_quoted = len(text) >= _SHORT and any(text in word for word in quoted)
    is_said = f"{key}: {text}" in quoted or (key in quoted and key not in ("name", "value"))
    return is_quoted or is_said or any(_is_about(problem, path) for problem in problems)


def _is_about(problem: Problem, path: Path) -> bool:
    """Say whether a problem is at a leaf or its list, or at something around it that it calls by its name."""
    at = tuple(part.replace("~1", "/").replace("~0", "~") for part in (problem.pointer or "").split("/")[1:])
    if not at or tuple(map(str, path[: len(at)])) != at:
        return False
    _, _, last = format_path(path[: len(at)]).rpartition(".")
    return all(isinstance(part, int) for part in path[len(at) :]) or any(
        word.endswith(last) for word in _quoted(problem)
    )


def _quoted(problem: Problem) -> list[str]:
    return re.findall(r"`([^`]+)`", f"{problem.message} {problem.hint}")


def _moves(item: Object, path: Path, before: ImportResult, others: Sequence[Object], release: str) -> bool:
    """Say whether another value, or none, makes another spec or is told otherwise."""
    told = [problem.message for problem in before.problems]
    schema = Schemas(trainer=release).find(item.kind)
    for data in _changed(item.data, path):
        if schema is not None and not schema.accepts(data):
            continue
        after = _convert(item, data, others, release)
        news = [problem.message for problem in after.problems]
        if (after.values, after.namespace, news) != (before.values, before.namespace, told):
            return True
    return False


def _changed(data: Data, path: Path) -> Iterator[Data]:
    """Yield copies with another value at a path of a leaf, and without the leaf."""
    value: Any = data
    for part in path:
        value = value[part]
    news: list[Any] = (
        [not value] if isinstance(value, bool) else [value + 1] if isinstance(value, int) else [f"{value}x"]
    )
    for new in news:
        holder, last = _holder(data, path)
        holder[1][last] = new
        yield holder[0]
    if not isinstance(value, bool | int):
        holder, last = _holder(data, path)
        del holder[1][last]
        yield holder[0]


def _holder(data: Data, path: Path) -> tuple[tuple[Any, Any], Any]:
    copied: Any = copy.deepcopy(dict(data))
    below = copied
    for part in path[:-1]:
        below = below[part]
    return (copied, below), path[-1]


def _key(path: Path) -> str:
    return next((str(part) for part in reversed(path) if not isinstance(part, int)), "")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
