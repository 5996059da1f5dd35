"""The interface of importers: what they read, consume, note and return.

An importer consumes the fields that it converts. The others are reported, so no field is lost silently.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from render.kube.gvk import GroupVersionKind
from render.manifests.finding import Finding, to_problem
from render.manifests.objects import Object
from render.problem import Problem, Rule
from render.schema_errors.error import Path, get_path
from render.schema_errors.formatting import format_path
from render.spec.codes import NOT_CARRIED


class RemainingFields:
    """A mapping without its consumed fields. Sections of one object share their data."""

    def __init__(self, data: dict[str, Any], path: Path = ()) -> None:
        """`path` is the path of `data` in its object."""
        self.data = data
        self.path = path

    @classmethod
    def of(cls, data: Mapping[str, Any], path: Path = ()) -> "RemainingFields":
        """Return the fields of a copy of a mapping."""
        return cls(_copied(data), path)

    def consume(self, key: str, otherwise: Any = None) -> Any:
        """Remove a value and return it; return `otherwise` if it is missing or null."""
        value = self.data.pop(key, None)
        return otherwise if value is None else value

    def drop_if(self, key: str, *values: object) -> None:
        """Remove a value if it is one of `values`, the defaults of a run."""
        if self.data.get(key) in values:
            self.data.pop(key, None)

    def drop_if_false(self, *keys: str) -> None:
        """Remove values that are False, the default of a run."""
        for key in keys:
            if self.data.get(key) is False:
                del self.data[key]

    def section(self, *keys: str) -> "RemainingFields":
        """Return the remaining fields of a mapping inside; an empty one if there is none."""
        data: Any = self.data
        for key in keys:
            data = data.get(key) if isinstance(data, dict) else None
        return RemainingFields(data if isinstance(data, dict) else {}, (*self.path, *keys))

    def items(self, key: str) -> list["RemainingFields"]:
        """Return the remaining fields of each item of a list of mappings."""
        return [RemainingFields(item, (*self.path, key, place)) for place, item in enumerate(self.data.get(key) or ())]

    def clear(self) -> None:
        """Remove all fields."""
        self.data.clear()

    def remaining(self, whole: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
        """Yield the remaining values with their paths; an untouched mapping as one. `whole` is the original mapping."""
        yield from _left(self.data, whole, self.path)


def _copied(value: Any) -> Any:
    """Return a deep copy in which aliases of an anchor are separate values."""
    if isinstance(value, Mapping):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _left(rest: Any, whole: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if rest is None or rest in ({}, []):
        return
    items = list(rest.items()) if isinstance(rest, dict) else list(enumerate(rest)) if isinstance(rest, list) else []
    if not items or (path and rest == whole and not _is_large(rest)):
        yield path, rest
        return
    for key, value in items:
        yield from _left(value, get_path(whole, (key,)), (*path, key))


def _is_large(value: Any) -> bool:
    """Return True for a list of mappings, whose items are reported one by one."""
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


Locate = Callable[[Path], tuple[Object, Path]]
"""Maps a path of the object that is read to an object of a file and the path there."""


@dataclass(frozen=True)
class ImportNotes:
    """The problems of one import, in the order of their discovery."""

    locate: Locate
    problems: list[Problem] = field(default_factory=list)

    def add(self, rule: Rule, path: Path, message: str, hint: str | None = None) -> None:
        """Add a problem of the value at a path."""
        item, written = self.locate(path)
        problem = to_problem(Finding(written, message, hint, item, rule))
        if not any(_is_repeated(known, problem) for known in self.problems):
            self.problems.append(problem)

    def drop(self, rest: RemainingFields, reason: str) -> None:
        """Drop a section, and add one problem with the reason."""
        self.add(NOT_CARRIED, rest.path, f"{self._words(rest.path)}: {reason}")
        rest.clear()

    def report_remaining(self, rest: RemainingFields, whole: Mapping[str, Any]) -> None:
        """Add a problem for each field of an object that is not consumed."""
        for path, _ in rest.remaining(whole):
            self.add(NOT_CARRIED, path, f"{self._words(path)}: a spec has no field for it")

    def _words(self, path: Path) -> str:
        return f"`{format_path(self.locate(path)[1])}` is not carried over"


API_VERSION, SPEC_KIND = "render/v1alpha1", "TrainingJob"


@dataclass(frozen=True, slots=True)
class ImportSource:
    """An object to import: of the importer's kind, with the types of its schema."""

    item: Object
    others: tuple[Object, ...] = ()
    """The other objects of the files."""
    release: str = "2.3"
    """The release of Kubeflow Trainer that runs a TrainJob."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """A spec and the problems of its import."""

    values: Mapping[str, Any]
    """The spec; empty after an error."""
    problems: tuple[Problem, ...]
    namespace: str | None = None
    """The namespace of the imported object. A spec has none."""
    by: str = ""
    """The controller that reconciles the object until the import."""


class Importer(Protocol):
    """An importer: a module of `render/importers`."""

    KIND: GroupVersionKind

    def convert(self, source: ImportSource) -> ImportResult:
        """Return the spec of an object of `KIND`."""


def drop_empty(section: Mapping[str, Any]) -> dict[str, Any]:
    """Return a section without the keys whose value is null or empty."""
    return {key: value for key, value in section.items() if value not in (None, "", {}, [])}


def _is_repeated(known: Problem, problem: Problem) -> bool:
    """Return True for the same problem at the same place of a file: an anchor has several paths."""
    if known.line is None:
        return known == problem
    return known._replace(pointer=None) == problem._replace(pointer=None)
