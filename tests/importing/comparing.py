"""How the pods of an imported spec may differ from those that it comes from (tests/import/differences.yaml)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import yaml

from render import engine
from render.engine import Chart
from render.importers.parts.import_files import format_spec
from render.importers.parts.importer import ImportResult
from render.manifests.paths import Data
from render.problem import Problem
from tests.conftest import CHECKOUT
from tests.importing.members import Each, Facts, facts, gang, of_jobset
from tests.manifests import manifests

FOLDER = CHECKOUT / "tests" / "import"
SCHEMA = Chart.bundled().schema()
_WORD = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Difference:
    """A fact that is another one."""

    name: str
    kind: str
    """`added`, `missing` or `changed`."""
    was: Any
    now: Any

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}, was {self.was!r}, is {self.now!r}"


@dataclass(frozen=True)
class Permitted:
    """A line of the list."""

    fact: str
    """Its name, with `*`."""
    kind: str
    because: str
    beside: str | None = None
    """A fact of what is imported without which the line says nothing."""
    less: str | None = None
    plus: str | None = None
    """Facts of what is imported, whose sum is what a number differs by."""

    def covers(self, difference: Difference, was: Facts) -> bool:
        if difference.kind != self.kind or not fnmatchcase(difference.name, self.fact):
            return False
        if self.beside is not None and not any(fnmatchcase(name, self.beside) for name in was):
            return False
        if self.less is None and self.plus is None:
            return True
        return bool(difference.now == difference.was + _sum(was, self.plus) - _sum(was, self.less))


def _sum(facts: Facts, names: str | None) -> int:
    return sum(facts[name] for name in facts if fnmatchcase(name, names or ""))


@cache
def permitted() -> tuple[Permitted, ...]:
    lines = yaml.safe_load((FOLDER / "differences.yaml").read_text(encoding="utf-8"))
    return tuple(
        Permitted(fact, kind, line["because"], line.get("beside"), line.get("less"), line.get("plus"))
        for line in lines
        for fact in _each(line["fact"])
        for kind in _each(line["is"])
    )


def _each(value: str | list[str]) -> list[str]:
    return value if isinstance(value, list) else [value]


def spec_text(imported: ImportResult) -> str:
    return format_spec(imported.values, SCHEMA, ["test"])


def of_spec(text: str) -> Facts:
    """Return the facts of what a spec renders, as Helm reads it. Raises RenderRejected."""
    values = engine.merge_values([text], engine="embedded")
    objects = list(manifests(values, values["name"]).values())
    return facts(of_jobset(objects)) | gang(objects)


def differences(was: Facts, now: Facts) -> Iterator[Difference]:
    for name in sorted(was.keys() | now.keys()):
        count = f"{name.partition('.')[0]}.count"
        pods = min(was.get(count, 0), now.get(count, 0))
        before, after = _of_first(pods, was.get(name)), _of_first(pods, now.get(name))
        if _is_same(before, after):
            continue
        kind = "added" if _is_empty(before) else "missing" if _is_empty(after) else "changed"
        yield Difference(name, kind, before, after)


def unexplained(was: Facts, now: Facts, told: Sequence[Problem]) -> list[str]:
    """Return the differences that no line of the list permits and the import has not told."""
    lines = permitted()
    found = [one for one in differences(was, now) if not any(line.covers(one, was) for line in lines)]
    return [str(one)[:200] for one in found if not is_reported(one.name, told)]


def is_reported(name: str, told: Sequence[Problem]) -> bool:
    """Say whether a problem names a fact: it names its last part, or the role or container that it is of."""
    role, *rest = name.split(".")
    named = {part for problem in told for part in _named(problem)}
    return role in named or bool(rest and {rest[0], ".".join(rest[1:])} & named)


def _named(problem: Problem) -> set[str]:
    words = [part.replace("~1", "/") for part in (problem.pointer or "").split("/") if not part.isdecimal()]
    return {*_WORD.findall(problem.message), *words[-1:]}


def _of_first(pods: int, value: Any) -> Any:
    """Return a fact of as many pods."""
    if not isinstance(value, Each):
        return value
    first = value[:pods]
    return first[0] if all(one == first[0] for one in first) else first


def _is_same(before: Any, after: Any) -> bool:
    return before == after or (_is_empty(before) and _is_empty(after))


def _is_empty(value: Data | Any) -> bool:
    return value in (None, [], {}, "") and value is not False
