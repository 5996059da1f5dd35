"""Find the rules: each module of an area's folder is one. The index says which an input needs; others stay unread."""

import json
from collections.abc import Iterator, Mapping, Set
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import render.rules
from render.rules.installed import packages
from render.rules.rule import Check

if TYPE_CHECKING:  # only to list all rules
    from pkgutil import ModuleInfo

SPEC = "render/TrainingJob"
"""What an area writes among its `KINDS` where a spec needs it, beside the kinds of objects that do."""

INDEX = Path(__file__).with_name("index.json")
"""Says of the project's own rules what can be known without their modules; `ci/gen` writes it."""


class Entry(NamedTuple):
    """What is known about a rule before it is imported; see `Check`."""

    module: str
    reads: str
    area: frozenset[str] | None
    """The kinds that need its area; None where all do."""
    kinds: frozenset[str]
    keys: frozenset[str]
    trainers: frozenset[str]

    @property
    def check(self) -> Check:
        """The rule."""
        return _check(self.module)

    def is_about(self, kinds: Set[str]) -> bool:
        """Say whether it reads objects of some kinds, or its area the specs among them."""
        is_read = self.area is None or not self.area.isdisjoint(kinds)
        return is_read and not (self.kinds and self.kinds.isdisjoint(kinds))

    def is_needed(self, keys: Set[str]) -> bool:
        """Say whether what it is about, with these keys anywhere in it, can have anything wrong in its eyes."""
        return not (self.keys and self.keys.isdisjoint(keys))


@cache
def entries(kinds: frozenset[str]) -> Mapping[str, tuple[Entry, ...]]:
    """Return the rules that an input with these kinds (`GROUP/KIND`) needs, by what they read."""
    found: dict[str, list[Entry]] = {}
    for entry in _all():
        if entry.is_about(kinds):
            found.setdefault(entry.reads, []).append(entry)
    return {reads: tuple(many) for reads, many in found.items()}


def index(areas: Iterator[ModuleType]) -> dict[str, Any]:
    """Return what the index says about areas, as JSON has it."""
    return {
        area.__name__: {
            "kinds": sorted(kinds) if (kinds := getattr(area, "KINDS", None)) is not None else None,
            "rules": [_described(check) for check in every(area)],
        }
        for area in areas
    }


def _described(check: Check) -> dict[str, Any]:
    name = check.function.__module__.rpartition(".")[2]
    narrowed = {"kinds": check.kinds, "keys": check.keys, "trainers": check.trainers}
    return {"name": name, "reads": check.reads} | {key: sorted(some) for key, some in narrowed.items() if some}


@cache
def _all() -> tuple[Entry, ...]:
    own = json.loads(INDEX.read_bytes())
    return tuple(chain(_entries(own), _entries(index(iter(packages())))))


def _entries(areas: Mapping[str, Any]) -> Iterator[Entry]:
    for area, known in areas.items():
        needed = None if known["kinds"] is None else frozenset(known["kinds"])
        for rule in known["rules"]:
            kinds, keys, trainers = (frozenset(rule.get(key, ())) for key in ("kinds", "keys", "trainers"))
            yield Entry(f"{area}.{rule['name']}", rule["reads"], needed, kinds, keys, trainers)


@cache
def _check(module: str) -> Check:
    check: Check = import_module(module).check
    return check


@cache
def areas() -> tuple[ModuleType, ...]:
    """Return the packages that hold rules, without the rules: the project's own, then the installed ones."""
    return (*own(), *packages())


def own() -> Iterator[ModuleType]:
    """Yield the areas of this project, by folder."""
    yield from _areas(render.rules)


@cache
def every(area: ModuleType) -> tuple[Check, ...]:
    """Return the rules of an area, by file."""
    return tuple(_check(module.name) for module in _modules(area) if not module.ispkg and not _is_private(module))


def _areas(package: ModuleType) -> Iterator[ModuleType]:
    for module in _modules(package):
        if module.ispkg:
            below = import_module(module.name)
            yield below
            yield from _areas(below)


def _modules(package: ModuleType) -> "Iterator[ModuleInfo]":
    from pkgutil import iter_modules

    return iter_modules(package.__path__, f"{package.__name__}.")


def _is_private(module: "ModuleInfo") -> bool:
    return module.name.rpartition(".")[2].startswith("_")
