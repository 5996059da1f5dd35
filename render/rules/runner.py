"""Run the rules that an input needs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from render.kube.identity_cache import cache_by_identity
from render.kube.schema_folders import TRAINERS
from render.manifests.finding import NO_OBJECT
from render.manifests.jobs import Job, jobs
from render.manifests.objects import Object
from render.manifests.pods import Pod, pods
from render.problem import Severity
from render.programs.program import Program
from render.programs.programs import programs
from render.programs.run import Run
from render.rules.registry import SPEC, entries
from render.rules.rule import Check, Finding, Objects
from render.schema_errors.error import ErrorKind, Path, SchemaError

_READERS: Mapping[str, Callable[[Object], Iterable[Any]]] = {
    "Object": lambda item: (item,),
    "Pod": pods,
    "Job": jobs,
}
"""Subjects that rules read in one object, except its programs, by type."""


VALUES = ("Unconfined", "unconfined")
"""Values that rules name among their keys: they are rare, and their keys are in every object."""


def check_spec(run: Run) -> Iterator[Finding]:
    """Yield the findings for the values of a spec."""
    known = entries(frozenset([SPEC]))
    for reads, subject in (("Run", run), ("Program", run.program)):
        for entry in known.get(reads, ()):
            if entry.applies_to_keys(subject.names):
                check = entry.check
                yield from (finding.of_rule(check.rule) for finding in check.function(subject))


def check_object(item: Object, refused: Sequence[SchemaError], *, is_rendered: bool = False) -> Iterator[Finding]:
    """Yield the findings for a single object, without those that its schema errors (`refused`) already report.

    The programs of rendered objects are skipped: they are the spec's own, which `check_spec` reads.
    """
    for check, subject in _tasks(item, is_rendered=is_rendered):
        for finding in check.function(subject):
            if any(_already_reported(known, finding.path) for known in refused):
                continue
            found = finding.of_rule(check.rule)._replace(object=item)
            if found.rule.severity is not Severity.ERROR:
                yield found
            elif isinstance(subject, Program):
                # The API server accepts it, and the image may provide what the manifest doesn't show.
                yield found.as_warning
            else:
                is_unread = isinstance(subject, Pod | Job) and subject.is_opaque
                yield _deferred(found, is_rendered=is_rendered) if is_unread else found


def check_generated(item: Object, refused: Sequence[SchemaError]) -> Iterator[Finding]:
    """Yield the findings for an object that a controller creates.

    Its programs are skipped: they are part of the object that the controller reads. Findings inside a Pod or a Job keep
    their severity: the created object is for one server, and users do not edit it.
    """
    for check, subject in _tasks(item, is_rendered=True):
        for finding in check.function(subject):
            if not any(_already_reported(known, finding.path) for known in refused):
                yield finding.of_rule(check.rule)._replace(object=item)


def _tasks(item: Object, *, is_rendered: bool) -> Iterator[tuple[Check, Any]]:
    """Yield the rules that an object needs, each with a subject in the object."""
    name, keys = item.kind.group_kind, all_keys(item.data)
    known = entries(frozenset([name, SPEC] if is_rendered else [name]))
    for reads, subjects in _READERS.items():
        needed = [entry for entry in known.get(reads, ()) if entry.applies_to_keys(keys)]
        for subject in subjects(item) if needed else ():
            yield from ((entry.check, subject) for entry in needed)
    for program in () if is_rendered else programs(item):
        yield from (
            (entry.check, program) for entry in known.get("Program", ()) if entry.applies_to_keys(program.names)
        )


def _deferred(found: Finding, *, is_rendered: bool) -> Finding:
    """Return a finding in a field that the API server stores unread: it accepts the object and rejects the created one.

    In a manifest it becomes a warning, since the manifest may be for a server that corrects the created object. In a
    rendered spec it stays an error, since the run never starts.
    """
    message = f"{found.message}; the {found.object.kind.name} is accepted, but the objects it creates are rejected"
    found = found._replace(message=message)
    return found if is_rendered else found.as_warning


def _already_reported(known: SchemaError, path: Path) -> bool:
    """Return True if a schema error already covers a path."""
    if known.kind is ErrorKind.REPEATED:  # the key of an item, or the item if it has several keys
        return known.path in (path, path[:-1])
    return known.path == path or (known.kind is ErrorKind.UNKNOWN_KEY and known.path == path[: len(known.path)])


def check_objects(items: Objects, *, is_rendered: bool = False, trainer: str = TRAINERS[-1]) -> Iterator[Finding]:
    """Yield the findings between objects that belong together, for a release of Kubeflow Trainer.

    Raises ValueError if a finding does not name its object.
    """
    kinds = frozenset(item.kind.group_kind for item in items)
    keys = frozenset().union(*(all_keys(item.data) for item in items))
    for entry in entries(kinds | {SPEC} if is_rendered else kinds).get("Objects", ()):
        if (entry.trainers and trainer not in entry.trainers) or not entry.applies_to_keys(keys):
            continue
        check = entry.check
        for finding in check.function(items):
            if finding.object is NO_OBJECT:
                raise ValueError(f"{check.rule.code} reads several objects, and does not say which one it is about")
            yield finding.of_rule(check.rule)


@cache_by_identity(64)
def all_keys(data: Any) -> frozenset[str]:
    """Return every key of every mapping in an object, at any depth, and the values of `VALUES` that it has."""
    found: set[str] = set()
    left = [data]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            found.update(value)
            left += value.values()
        elif isinstance(value, list):
            left += value
        elif value in VALUES:
            found.add(value)
    return frozenset(found)
