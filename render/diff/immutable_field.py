"""Row type of the table `render.diff.immutable_fields`, and the conditions of its rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from render.diff.path import Pattern, parse_pattern
from render.kube.quantity import amount

Condition = Callable[[Mapping[str, Any], Mapping[str, Any]], bool]
"""Takes the old and the new object."""


class RefusedBy(StrEnum):
    """The party that rejects a change."""

    SERVER = "the API server"
    DEFINITION = "a rule of its CRD"
    WEBHOOK = "its project's webhook"


class ChangeKind(StrEnum):
    """Which changes of a field are rejected."""

    ANY = "any"
    OF_VALUE = "from one value to another"
    """A CRD rule (`self == oldSelf`) is evaluated if both objects have the field."""


def always(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:  # noqa: ARG001 - a condition's signature
    """Return True: the row applies to all objects."""
    return True


@dataclass(frozen=True, slots=True)
class ImmutableField:
    """An immutable field with all fields below it, except those in `free`."""

    field: Pattern
    why: str
    """The rule in words; continues "rejected:"."""
    source: str
    by: RefusedBy = RefusedBy.SERVER
    change: ChangeKind = ChangeKind.ANY
    free: tuple[Pattern, ...] = ()
    """Mutable fields below it; patterns from the object's root."""
    applies: Condition = always


Rows = tuple[ImmutableField, ...]


def fixed_fields(
    fields: str,
    why: str,
    source: str,
    *,
    by: RefusedBy = RefusedBy.SERVER,
    change: ChangeKind = ChangeKind.ANY,
    free: str = "",
    applies: Condition = always,
) -> Rows:
    """Return a row per field; `fields` and `free` are separated by spaces."""
    exempt = tuple(map(parse_pattern, free.split()))
    return tuple(
        ImmutableField(parse_pattern(field), why, source, by, change, exempt, applies) for field in fields.split()
    )


def crd_rule_fields(fields: str, why: str, source: str) -> Rows:
    """Return rows for CRD rules (`self == oldSelf`)."""
    return fixed_fields(fields, why, source, by=RefusedBy.DEFINITION, change=ChangeKind.OF_VALUE)


def fields_under(place: str, names: str) -> str:
    """Return the paths of several names below one path."""
    return " ".join(f"{place}.{name}" for name in names.split())


Data = Mapping[str, Any]


def is_suspended(old: Data, new: Data) -> bool:
    """Return True if a workload is suspended before or after the change."""
    return any(_spec(data).get("suspend") is True for data in (old, new))


def is_active(old: Data, new: Data) -> bool:
    """Return True if a workload is not suspended, neither before nor after the change."""
    return not is_suspended(old, new)


def stays_suspended(old: Data, new: Data) -> bool:  # noqa: ARG001 - a condition's signature
    """Return True if a Job is suspended before the change, so that it has no pods."""
    return _spec(old).get("suspend") is True


def is_running(old: Data, new: Data) -> bool:
    """Return True if a Job is not suspended before the change."""
    return not stays_suspended(old, new)


def is_not_elastic(old: Data, new: Data) -> bool:  # noqa: ARG001 - a condition's signature
    """Return True unless `completions` and `parallelism` of a Job change together (an elastic indexed Job)."""
    spec = _spec(new)
    is_elastic = spec.get("completionMode") == "Indexed" and spec.get("completions") == spec.get("parallelism")
    return not is_elastic


def is_sealed(old: Data, new: Data) -> bool:  # noqa: ARG001 - a condition's signature
    """Return True if a ConfigMap or Secret is immutable before the change."""
    return old.get("immutable") is True


def delays_deadline(old: Data, new: Data) -> bool:
    """Return True if a pod's deadline is removed or moved later."""
    before, after = (_spec(data).get("activeDeadlineSeconds") for data in (old, new))
    return before is not None and (after is None or after > before)


def loses_toleration(old: Data, new: Data) -> bool:
    """Return True if a pod loses a toleration."""
    before, after = (_spec(data).get("tolerations", []) for data in (old, new))
    return any(toleration not in after for toleration in before)


def shrinks(old: Data, new: Data) -> bool:
    """Return True if a claim shrinks."""
    before, after = _size(old), _size(new)
    return before is not None and after is not None and after < before


def _size(claim: Data) -> Fraction | None:
    return amount(_spec(claim).get("resources", {}).get("requests", {}).get("storage"))


def _spec(data: Data) -> Data:
    spec: Data = data.get("spec", {})
    return spec
