"""Find the rules: each module of an area's folder is one. Areas are imported when an input needs them."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import ModuleInfo, iter_modules
from types import ModuleType

import render.rules
from render.rules.installed import packages
from render.rules.rule import Check

SPEC = "render/TrainingJob"
"""What an area writes among its `KINDS` where a spec needs it, beside the kinds of objects that do."""


@cache
def checks(kinds: frozenset[str]) -> Mapping[object, tuple[Check, ...]]:
    """Return the rules that an input with these kinds (`GROUP/KIND`) needs, by what they read."""
    found: dict[object, list[Check]] = {}
    for area in areas():
        needed = getattr(area, "KINDS", None)
        for check in every(area) if needed is None or not kinds.isdisjoint(needed) else ():
            found.setdefault(check.reads, []).append(check)
    return {reads: tuple(many) for reads, many in found.items()}


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
    return tuple(
        import_module(module.name).check for module in _modules(area) if not module.ispkg and not _is_private(module)
    )


def _areas(package: ModuleType) -> Iterator[ModuleType]:
    for module in _modules(package):
        if module.ispkg:
            below = import_module(module.name)
            yield below
            yield from _areas(below)


def _modules(package: ModuleType) -> Iterator[ModuleInfo]:
    return iter_modules(package.__path__, f"{package.__name__}.")


def _is_private(module: ModuleInfo) -> bool:
    return module.name.rpartition(".")[2].startswith("_")
