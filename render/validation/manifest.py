"""Check the objects of one file, document by document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from render.gitops.kinds import is_deployer
from render.kube.schemas import Schemas
from render.manifests.checking import mistakes
from render.manifests.codes import NO_OBJECT, NOT_CHECKED
from render.manifests.objects import Object, objects
from render.manifests.placed import placed, refused
from render.problem import MAX_PROBLEMS, Problem
from render.rules.findings import in_each
from render.shape.mistake import Mistake
from render.source import Document
from render.source.codes import TOO_MANY_PROBLEMS, TOO_MANY_VALUES
from render.validation.folded import folded
from render.validation.policies import broken
from render.validation.sort import API_GROUP
from render.validation.typed import typed

if TYPE_CHECKING:  # few commands have any
    from render.kube.policy import Policy

MAX_OBJECTS = 10_000
"""Objects of one file, those of lists counted one by one: as many as its documents (`render.source.walk`)."""

NO_SCHEMA = "no schema"
"""Why an object is not checked."""


@dataclass(slots=True)
class Manifest:
    """What is known of a file's objects after the documents so far."""

    schemas: Schemas
    policies: "Sequence[Policy]"
    keeps_objects: bool
    """Whether a server is asked about them afterwards."""
    problems: list[Problem] = field(default_factory=list)
    members: list[Object] = field(default_factory=list)
    sent: list[Object] = field(default_factory=list)
    deployers: list[Object] = field(default_factory=list)
    is_empty: bool = True
    """Whether no document so far holds an object, or what should be one."""
    count: int = 0
    unchecked: int = 0
    """Objects without a schema."""

    stop: Problem | None = None
    """Why nothing more of the file is checked."""
    _look_at: int = MAX_PROBLEMS
    """Problems from which on those of one reason are counted once, to see whether there are too many."""

    def add(self, document: Document) -> None:
        """Check the objects of a document. Raises OSError, ValueError."""
        for item in objects(document):
            if self.stop is not None:
                return
            self.is_empty = False
            if self.count == MAX_OBJECTS:
                message = f"exceeds the limit of {MAX_OBJECTS} objects: what follows is not checked"
                self.stop = TOO_MANY_VALUES.problem(message, file=document.file)
            elif isinstance(item, Problem):
                self.problems.append(item)
            elif item.kind.api_version.startswith(API_GROUP):
                self.problems.append(_in_a_list(item))
            else:
                self._check(item)
            self._limit(document.file)

    def _limit(self, file: str) -> None:
        """Stop where there are more problems than one file reports."""
        if len(self.problems) > self._look_at:
            self._look_at *= 2
            if sum(1 for _ in folded(self.problems)) > MAX_PROBLEMS:
                message = f"exceeds the limit of {MAX_PROBLEMS} findings: what follows is not checked"
                self.stop = TOO_MANY_PROBLEMS.problem(message, file=file)

    def _check(self, item: Object) -> None:
        self.count += 1
        if self.keeps_objects:
            self.sent.append(item.detached)
        if is_deployer(item.kind):
            self.deployers.append(item.detached)
        found = mistakes(item, self.schemas)
        self.unchecked += isinstance(found, Problem) and found.code == NOT_CHECKED.code
        self.problems += refused(item, found)
        for member, known in typed(item, found):
            self.problems += self._broken_rules(member, known)
            self.members.append(member.detached)

    def _broken_rules(self, member: Object, known: Sequence[Mistake]) -> Iterator[Problem]:
        return (placed(*one) for one in chain(in_each(member, known), broken(member, self.policies)))


def _in_a_list(item: Object) -> Problem:
    """Return the problem of a spec that is the item of a `List`: Helm reads none there."""
    node = item.document.find(item.pointer)
    return NO_OBJECT.problem(
        "a spec can't be an item of a list",
        hint="one file holds one spec",
        file=item.document.file,
        span=node.span if node else None,
        pointer=item.pointer,
        object=item.label,
    )
