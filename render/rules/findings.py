"""Run the rules that an input needs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from render.kube.keys import written
from render.kube.layout import TRAINERS
from render.manifests.jobs import Job, jobs
from render.manifests.objects import Object
from render.manifests.pods import Pod, pods
from render.problem import Rule, Severity
from render.programs.program import Program
from render.programs.programs import programs
from render.programs.run import Run
from render.rules.registry import SPEC, entries
from render.rules.rule import Check, Finding, Objects
from render.shape.mistake import Mistake, Path, Sort


class Found(NamedTuple):
    """What a rule has against an object."""

    rule: Rule
    object: Object
    mistake: Mistake

    @classmethod
    def of(cls, rule: Rule, item: Object, finding: Finding) -> "Found":
        """Return a finding about an object as a mistake in it."""
        return cls(rule, item, mistake(finding))

    @property
    def warned_of(self) -> "Found":
        """The same finding as a warning."""
        return self._replace(rule=self.rule._replace(severity=Severity.WARNING))


def mistake(finding: Finding) -> Mistake:
    """Return a finding as what a text is marked with."""
    return Mistake(Sort.NOT_ALLOWED, finding.path, finding.message, finding.hint)


_READERS: Mapping[str, Callable[[Object], Iterable[Any]]] = {
    "Object": lambda item: (item,),
    "Pod": pods,
    "Job": jobs,
}
"""What a rule can read of one object, beside its programs."""


def in_spec(run: Run) -> Iterator[tuple[Rule, Mistake]]:
    """Yield what is wrong with the values of a spec."""
    known = entries(frozenset([SPEC]))
    for reads, subject in (("Run", run), ("Program", run.program)):
        for entry in known.get(reads, ()):
            if entry.is_needed(subject.names):
                check = entry.check
                yield from ((check.rule, mistake(finding)) for finding in check.function(subject))


def in_each(item: Object, refused: Sequence[Mistake], *, is_rendered: bool = False) -> Iterator[Found]:
    """Yield what is wrong with an object by itself, beside what its schema has `refused`.

    In what a spec renders the programs are the spec's own, which `in_spec` reads.
    """
    for check, subject in _tasks(item, is_rendered=is_rendered):
        for finding in check.function(subject):
            if any(_covers(known, finding.path) for known in refused):
                continue
            found = Found.of(check.rule, item, finding)
            if check.rule.severity is not Severity.ERROR:
                yield found
            elif isinstance(subject, Program):
                # The API server accepts it, and the image may bring what the manifest doesn't show.
                yield found.warned_of
            else:
                is_unread = isinstance(subject, Pod | Job) and subject.is_opaque
                yield _later(found, is_rendered=is_rendered) if is_unread else found


def of_made(item: Object, refused: Sequence[Mistake]) -> Iterator[Found]:
    """Yield what is wrong with an object that a controller makes, without its programs: those stand in what it reads.

    What is made is for one server, and nobody mends it: what a Pod or a Job is refused for is told as it is.
    """
    for check, subject in _tasks(item, is_rendered=True):
        for finding in check.function(subject):
            if not any(_covers(known, finding.path) for known in refused):
                yield Found.of(check.rule, item, finding)


def _tasks(item: Object, *, is_rendered: bool) -> Iterator[tuple[Check, Any]]:
    """Yield the rules that an object needs, each with what it reads of the object."""
    name, keys = item.kind.group_kind, written(item.data)
    known = entries(frozenset([name, SPEC] if is_rendered else [name]))
    for reads, subjects in _READERS.items():
        needed = [entry for entry in known.get(reads, ()) if entry.is_needed(keys)]
        for subject in subjects(item) if needed else ():
            yield from ((entry.check, subject) for entry in needed)
    for program in () if is_rendered else programs(item):
        yield from ((entry.check, program) for entry in known.get("Program", ()) if entry.is_needed(program.names))


def _later(found: Found, *, is_rendered: bool) -> Found:
    """Return a refusal inside what the API server stores unread: it accepts this object, and not what is made of it.

    A manifest may be meant for a server that mends it, so that it is warned of; a run that never starts is refused.
    """
    message = f"{found.mistake.message}; the {found.object.kind.name} is accepted, and what is made of it refused"
    told = found._replace(mistake=found.mistake._replace(message=message))
    return told if is_rendered else told.warned_of


def _covers(known: Mistake, path: Path) -> bool:
    """Say whether a schema has said enough about a place."""
    if known.sort is Sort.REPEATED:  # the key of an item, or the item where it has several
        return known.path in (path, path[:-1])
    return known.path == path or (known.sort is Sort.UNKNOWN_KEY and known.path == path[: len(known.path)])


def among(items: Objects, *, is_rendered: bool = False, trainer: str = TRAINERS[-1]) -> Iterator[Found]:
    """Yield what is wrong between objects that belong together, with a release of Kubeflow Trainer."""
    kinds = frozenset(item.kind.group_kind for item in items)
    keys = frozenset().union(*(written(item.data) for item in items))
    for entry in entries(kinds | {SPEC} if is_rendered else kinds).get("Objects", ()):
        if (entry.trainers and trainer not in entry.trainers) or not entry.is_needed(keys):
            continue
        check = entry.check
        for finding in check.function(items):
            if finding.object is None:
                raise ValueError(f"{check.rule.code} reads several objects, and does not say which one it is about")
            yield Found.of(check.rule, finding.object, finding)
