"""One row of the table of what can't be changed (`render.diff.table`)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from render.diff.path import Pattern, pattern

Condition = Callable[[Mapping[str, Any], Mapping[str, Any]], bool]
"""Of the object as it is and as it is to be."""


class By(StrEnum):
    """Who refuses."""

    SERVER = "the API server"
    DEFINITION = "a rule of its definition"
    WEBHOOK = "its project's webhook"


class Change(StrEnum):
    """Which changes of a field are refused."""

    ANY = "any"
    OF_VALUE = "from one value to another"
    """A rule of a definition (`self == oldSelf`) is asked where both objects have the field."""


def always(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:  # noqa: ARG001 - a condition's signature
    """Hold for all objects."""
    return True


@dataclass(frozen=True, slots=True)
class Immutable:
    """A field that can't be changed. Once its row applies, all below it is fixed but what is `free`."""

    field: Pattern
    why: str
    """The rule in words, which go on from "refused:"."""
    source: str
    by: By = By.SERVER
    change: Change = Change.ANY
    free: tuple[Pattern, ...] = ()
    """Places below the field which may change all the same; patterns from the object's root."""
    applies: Condition = always


Rows = tuple[Immutable, ...]


def fixed(
    fields: str,
    why: str,
    source: str,
    *,
    by: By = By.SERVER,
    change: Change = Change.ANY,
    free: str = "",
    applies: Condition = always,
) -> Rows:
    """Return a row for each of several fields; fields and what is free in them are separated by spaces."""
    exempt = tuple(map(pattern, free.split()))
    return tuple(Immutable(pattern(field), why, source, by, change, exempt, applies) for field in fields.split())


def defined(fields: str, why: str, source: str) -> Rows:
    """Return rows of a definition's rules (`self == oldSelf`)."""
    return fixed(fields, why, source, by=By.DEFINITION, change=Change.OF_VALUE)


def under(place: str, names: str) -> str:
    """Return the fields of several names below one place."""
    return " ".join(f"{place}.{name}" for name in names.split())
