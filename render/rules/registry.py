"""Find the rules: each module of an area's folder is one. By the index, only those that an input needs are imported."""

import json
from collections.abc import Iterator, Mapping, Set
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import render.rules
from render.rules.plugins import plugin_packages
from render.rules.rule import Check

if TYPE_CHECKING:  # only to list all rules
    from pkgutil import ModuleInfo

SPEC = "render/TrainingJob"
"""Entry in the `KINDS` of an area that specs need; the other entries are kinds of objects."""

INDEX = Path(__file__).with_name("index.json")
"""File with the facts about the project's own rules that are needed before their import. `ci/gen` writes it."""


class RuleInfo(NamedTuple):
    """Facts about a rule that are known before its import; see `Check`."""

    module: str
    reads: str
    kinds: frozenset[str]
    keys: frozenset[str]
    trainers: frozenset[str]

    @property
    def check(self) -> Check:
        """The rule, which is imported on first use."""
        return _check(self.module)

    def applies_to_keys(self, keys: Set[str]) -> bool:
        """Return True if the rule can have findings for a subject that contains these keys, at any depth."""
        return not (self.keys and self.keys.isdisjoint(keys))


@cache
def entries(kinds: frozenset[str]) -> Mapping[str, tuple[RuleInfo, ...]]:
    """Return the rules that an input with these kinds (`GROUP/KIND`) needs, by the type that they read."""
    found: dict[str, list[RuleInfo]] = {}
    for area, known in _index().items():
        if known["kinds"] is None or not kinds.isdisjoint(known["kinds"]):
            for entry in _rules(area):
                if not entry.kinds or not kinds.isdisjoint(entry.kinds):
                    found.setdefault(entry.reads, []).append(entry)
    return {reads: tuple(many) for reads, many in found.items()}


def index(areas: Iterator[ModuleType]) -> dict[str, Any]:
    """Return the index entries of areas as JSON data."""
    return {
        area.__name__: {
            "kinds": sorted(kinds) if (kinds := getattr(area, "KINDS", None)) is not None else None,
            "rules": [_described(check) for check in rules_in(area)],
        }
        for area in areas
    }


def _described(check: Check) -> dict[str, Any]:
    name = check.function.__module__.rpartition(".")[2]
    narrowed = {"kinds": check.kinds, "keys": check.keys, "trainers": check.trainers}
    return {"name": name, "reads": check.reads} | {key: sorted(some) for key, some in narrowed.items() if some}


@cache
def _index() -> Mapping[str, Any]:
    return {**json.loads(INDEX.read_bytes()), **index(iter(plugin_packages()))}


@cache
def _rules(area: str) -> tuple[RuleInfo, ...]:
    """Return the rules of an area by the index."""
    return tuple(
        RuleInfo(
            f"{area}.{rule['name']}",
            rule["reads"],
            *(frozenset(rule.get(key, ())) for key in ("kinds", "keys", "trainers")),
        )
        for rule in _index()[area]["rules"]
    )


@cache
def _check(module: str) -> Check:
    check: Check = import_module(module).check
    return check


@cache
def areas() -> tuple[ModuleType, ...]:
    """Return the packages of rules, the project's own first, then the installed ones. Does not import the rules."""
    return (*own(), *plugin_packages())


def own() -> Iterator[ModuleType]:
    """Yield the areas of this project, sorted by folder."""
    yield from _areas(render.rules)


@cache
def rules_in(area: ModuleType) -> tuple[Check, ...]:
    """Return the rules of an area, sorted by file."""
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
