"""Find the causes: each module of an area's folder is one, with `find(run)` and a docstring as its page."""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import NamedTuple, Protocol

from render.why import causes
from render.why.explanation import Explanation
from render.why.training_run import TrainingRun


class CauseModule(Protocol):
    """A module of an area: one cause."""

    def find(self, run: TrainingRun) -> Iterator[Explanation]:
        """Yield the explanations of a run by this cause."""


class Cause(NamedTuple):
    """A cause with its page."""

    name: str
    area: str
    summary: str
    """One sentence without a full stop."""
    text: str
    """The component that reports it, and why it happens."""
    reads: str
    """Kinds and fields that it reads."""
    source: str
    find: Callable[[TrainingRun], Iterator[Explanation]]
    generality: int = 0
    """A failure that a cause of a lower number explains is not explained by this one: `GENERALITY` of the module."""


class Area(NamedTuple):
    """A folder of causes."""

    name: str
    summary: str
    rank: int
    """Areas of a lower rank block first."""
    is_gate: bool
    """True if its causes keep a run from starting, and do not apply to one that has ended."""
    causes: tuple[Cause, ...]


@cache
def cause_areas() -> tuple[Area, ...]:
    """Return the areas, the one that blocks first at the start."""
    packages = [import_module(f"{causes.__name__}.{one.name}") for one in iter_modules(causes.__path__) if one.ispkg]
    return tuple(sorted(map(_area, packages), key=lambda area: (area.rank, area.name)))


def find_cause(name: str) -> Cause | None:
    """Return the cause of a name; None if there is none."""
    return next((one for area in cause_areas() for one in area.causes if one.name == name), None)


def _area(package: ModuleType) -> Area:
    name = package.__name__.rpartition(".")[2]
    folder = Path(package.__path__[0])
    stems = sorted(file.stem for file in folder.glob("[!_]*.py"))
    found = tuple(_cause(import_module(f"{package.__name__}.{stem}"), name) for stem in stems)
    return Area(name, cleandoc(package.__doc__ or "").removesuffix("."), package.RANK, package.IS_GATE, found)


def _cause(module: ModuleType, area: str) -> Cause:
    """Return the cause of a module. Raises ValueError if its docstring lacks a part."""
    name = module.__name__.rpartition(".")[2].replace("_", "-")
    summary, _, rest = cleandoc(module.__doc__ or "").partition("\n")
    text, _, marked = rest.strip().partition("\n\nReads: ")
    reads, _, source = marked.partition("\nSource: ")
    if not (summary and text and reads and source):
        raise ValueError(f"{module.__name__}: the docstring needs a summary, a paragraph, `Reads:` and `Source:`")
    text, reads, source = (" ".join(part.split()) for part in (text, reads, source))
    return Cause(
        name, area, summary.removesuffix("."), text, reads, source, module.find, getattr(module, "GENERALITY", 0)
    )
