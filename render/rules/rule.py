"""Rules: a function that checks one subject, and a docstring with the rule's name and explanation."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias, overload

from render.manifests.finding import Finding
from render.manifests.objects import Objects
from render.problem import Rule, Severity

__all__ = ["Check", "Finding", "Function", "Objects", "rule"]

_TITLE = re.compile(r"(?P<code>[A-Z]+[0-9]+) (?P<name>[a-z0-9]+(-[a-z0-9]+)*): ")
_SOURCE = re.compile(r"^Source: (\S+)", re.MULTILINE)


Function: TypeAlias = Callable[[Any], Iterator[Finding]]


class Check(NamedTuple):
    """A rule that can run."""

    function: Function
    reads: str
    """Type of its parameter: Run, Program, Object, Pod, Job or Objects."""
    kinds: frozenset[str]
    """Kinds of objects that it reads, as `GROUP/KIND`; empty for all."""
    rule: Rule
    trainers: frozenset[str] = frozenset()
    """Releases of Kubeflow Trainer that it applies to; empty for all."""
    keys: frozenset[str] = frozenset()
    """Keys at any depth of an object. The rule has no findings for objects without any of them; empty if unknown.

    The values of `render.rules.runner.VALUES` may be among them.
    For a program or a run they are names: of launchers, programs, options and variables (`Program.names`).
    """

    def __call__(self, subject: Any) -> Iterator[Finding]:
        """Yield the findings for a subject."""
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
    """Make a function the rule of its module. Raises ValueError if the module's docstring lacks its title or source."""

    def decorate(function: Function) -> Check:
        parameter = next(iter(function.__annotations__.values()))
        reads = "Objects" if parameter == Objects else parameter.__name__
        narrowed = (frozenset(some) for some in (trainers, keys))
        return Check(function, reads, frozenset(kinds), _family(function, severity), *narrowed)

    return decorate if function is None else decorate(function)


def _family(function: Function, severity: Severity) -> Rule:
    """Return the fields that all findings of a rule share, from its module's docstring."""
    docstring = function.__globals__["__doc__"] or ""
    title, source = _TITLE.match(docstring), _SOURCE.search(docstring)
    if title is None or source is None:
        raise ValueError(f"{function.__module__}: the docstring needs `CODE name: summary` and `Source: URL`")
    return Rule(title["code"], title["name"], severity, source[1])
