"""What a rule is: a check of one thing that it reads, and a docstring that names and explains it."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias, overload

from render.manifests.objects import Object
from render.problem import Rule, Severity
from render.shape.mistake import Path

Objects: TypeAlias = tuple[Object, ...]
"""The objects that belong together: what one spec renders, or all manifests of a command."""

_TITLE = re.compile(r"(?P<code>[A-Z]+[0-9]+) (?P<name>[a-z0-9]+(-[a-z0-9]+)*): ")
_SOURCE = re.compile(r"^Source: (\S+)", re.MULTILINE)


class Finding(NamedTuple):
    """What a rule has against a place. Who runs the rule knows the line."""

    path: Path
    """Into the spec's values, or into the object's data."""
    message: str
    hint: str | None = None
    object: Object | None = None
    """The object that it is about, where a rule reads several."""


Function: TypeAlias = Callable[[Any], Iterator[Finding]]


class Check(NamedTuple):
    """A rule that can run."""

    function: Function
    reads: str
    """What it is given, as its parameter's annotation says: Run, Program, Object, Pod, Job or Objects."""
    kinds: frozenset[str]
    """The only kinds of objects that it reads, as `GROUP/KIND`; of all, where empty."""
    rule: Rule
    trainers: frozenset[str] = frozenset()
    """The only releases of Kubeflow Trainer that it is about; about all, where empty."""
    keys: frozenset[str] = frozenset()
    """Keys of which an object has one, at any depth, where it has anything to say; where empty, nobody knows.

    Of a program or a run they are names: of launchers, programs, options and variables (`Program.names`).
    """

    def __call__(self, subject: Any) -> Iterator[Finding]:
        """Yield what is wrong with what it reads."""
        return self.function(subject)


@overload
def rule(function: Function) -> Check: ...


@overload
def rule(
    *,
    severity: Severity = ...,
    kinds: tuple[str, ...] = ...,
    trainers: tuple[str, ...] = ...,
    keys: tuple[str, ...] = ...,
) -> Callable[[Function], Check]: ...


def rule(
    function: Function | None = None,
    *,
    severity: Severity = Severity.ERROR,
    kinds: tuple[str, ...] = (),
    trainers: tuple[str, ...] = (),
    keys: tuple[str, ...] = (),
) -> Check | Callable[[Function], Check]:
    """Make a function the rule of its module. Raises ValueError where the module's docstring doesn't name it."""

    def made(function: Function) -> Check:
        given = next(iter(function.__annotations__.values()))
        reads = "Objects" if given == Objects else given.__name__
        narrowed = (frozenset(some) for some in (trainers, keys))
        return Check(function, reads, frozenset(kinds), _family(function, severity), *narrowed)

    return made if function is None else made(function)


def _family(function: Function, severity: Severity) -> Rule:
    """Return what all findings of a rule share, as its module's docstring has it."""
    docstring = function.__globals__["__doc__"] or ""
    title, source = _TITLE.match(docstring), _SOURCE.search(docstring)
    if title is None or source is None:
        raise ValueError(f"{function.__module__}: the docstring needs `CODE name: summary` and `Source: URL`")
    return Rule(title["code"], title["name"], severity, source[1])
