"""Check the objects of one file, document by document."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from render.gitops import is_gitops_kind
from render.kube.schemas import Schemas
from render.manifests.apply_size import check_apply_size
from render.manifests.codes import NO_OBJECT, NOT_CHECKED
from render.manifests.finding import to_problem
from render.manifests.loading import LoadedObject, load_objects
from render.manifests.objects import Object
from render.problem import MAX_PROBLEMS, Problem
from render.rules.runner import check_object
from render.schema_errors.error import SchemaError
from render.source import Document
from render.source.codes import TOO_MANY_PROBLEMS, TOO_MANY_VALUES
from render.spec.collect import API_GROUP
from render.validation.filters import collapse_repeats
from render.validation.policies import check_policies

if TYPE_CHECKING:  # few commands have policies
    from render.kube.policies.policy import Policy

MAX_OBJECTS = 10_000
"""Maximum objects of one file, including the items of lists: the limit of documents (`render.source.tree_builder`)."""

NO_SCHEMA = "no schema"
"""Reason why an object is not checked."""


class Manifest:
    """The objects and problems of a file, document by document."""

    def __init__(self, schemas: Schemas, policies: "Sequence[Policy]", *, keeps_objects: bool) -> None:
        """Begin a file; `keeps_objects` is True if the objects are sent to a server afterwards."""
        self.schemas = schemas
        self.policies = policies
        self.keeps_objects = keeps_objects
        self.problems: list[Problem] = []
        self.members: list[Object] = []
        self.sent: list[Object] = []
        self.deployers: list[Object] = []
        self.is_empty = True
        """True if no document so far contains an object, valid or not."""
        self.count = 0
        self.unchecked = 0
        """Number of objects without a schema."""
        self.stop: Problem | None = None
        """Reason why the rest of the file is not checked."""
        self._look_at = MAX_PROBLEMS
        """Number of problems above which the limit is checked next, after repeats are collapsed."""

    def add(self, document: Document) -> None:
        """Check the objects of a document. Raises OSError, ValueError."""
        for loaded in load_objects([(document, ())], self.schemas):
            if self.stop is not None:
                return
            self.is_empty = False
            if self.count == MAX_OBJECTS:
                message = f"exceeds the limit of {MAX_OBJECTS} objects: what follows is not checked"
                self.stop = TOO_MANY_VALUES.problem(message, file=document.file)
            elif isinstance(loaded, Problem):
                self.problems.append(loaded)
            elif loaded.item.kind.api_version.startswith(API_GROUP):
                self.problems.append(_in_a_list(loaded.item))
            else:
                self._check(loaded)
            self._limit(document.file)

    def _limit(self, file: str) -> None:
        """Stop if the file has more problems than are reported of one file."""
        if len(self.problems) > self._look_at:
            self._look_at *= 2
            if sum(1 for _ in collapse_repeats(self.problems)) > MAX_PROBLEMS:
                message = f"exceeds the limit of {MAX_PROBLEMS} findings: what follows is not checked"
                self.stop = TOO_MANY_PROBLEMS.problem(message, file=file)

    def _check(self, loaded: LoadedObject) -> None:
        item = loaded.item
        self.count += 1
        if self.keeps_objects:
            self.sent.append(item.detached)
        if is_gitops_kind(item.kind):
            self.deployers.append(item.detached)
        self.unchecked += loaded.unchecked is not None and loaded.unchecked.code == NOT_CHECKED.code
        self.problems += loaded.problems()
        if loaded.readable is not None:
            self.problems += self._broken_rules(loaded.readable, loaded.errors)
            self.members.append(loaded.readable.detached)

    def _broken_rules(self, member: Object, known: Sequence[SchemaError]) -> Iterator[Problem]:
        findings = chain(check_apply_size(member), check_object(member, known), check_policies(member, self.policies))
        return (to_problem(one) for one in findings)


def _in_a_list(item: Object) -> Problem:
    """Return the problem of a spec that is an item of a `List`: Helm does not read specs there."""
    node = item.document.find(item.pointer)
    return NO_OBJECT.problem(
        "a spec can't be an item of a list",
        hint="one file holds one spec",
        file=item.document.file,
        span=node.span if node else None,
        pointer=item.pointer,
        object=item.label,
    )
