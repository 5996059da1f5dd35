"""Dry-run objects on an API server, and those that controllers create from them; add its answers to the results."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from render.cluster import Client, ClusterError, NotServedError, Response, connect
from render.cluster.products import PRODUCTS
from render.kube.gvk import GroupVersionKind
from render.manifests import codes
from render.manifests.finding import Finding, to_problem
from render.manifests.loading import reload_positions
from render.manifests.objects import Object
from render.manifests.trainjob import trainjobs
from render.problem import Problem, Severity
from render.schema_errors.error import existing_ancestor, get_path, json_pointer
from render.source import Document
from render.spec import ReleaseSpec
from render.spec.check_spec import check
from render.validation.check_spec import load_rendered, locate_in_spec
from render.validation.filters import add_problems
from render.validation.inputs import Settings
from render.validation.result import Result
from render.validation.server.children import children, trainer_objects
from render.validation.server.status import findings, missing_namespace

_EXISTS = "AlreadyExists"
"""Reason of a rejected Job that a controller has already created. It is checked last, so there is no other error."""

_DEFINITION = "apiextensions.k8s.io/CustomResourceDefinition"
_PART = re.compile(r"(?!\.{1,2}$)[^/%]+")
"""A valid part of a URL's path."""
_NEEDED = frozenset({"/ServiceAccount", "node.k8s.io/RuntimeClass", "scheduling.k8s.io/PriorityClass"})
"""Kinds of objects that must exist before the pod that names them."""
_ABSENT = re.compile(r"\b(not|was|were) found\b")


class ServerCheck(NamedTuple):
    """A server and the default namespace of objects."""

    client: Client
    namespace: str
    """Namespace of objects that do not name one."""

    def check(self, items: Sequence[Object], trainer: str) -> Iterator[Finding]:
        """Yield the server's findings for objects, and for those that controllers create from the accepted ones.

        `trainer` is the release of Kubeflow Trainer that creates JobSets from TrainJobs. A kind that the server does
        not serve is reported once, and so is a missing namespace. Raises ClusterError, OSError, ValueError.
        """
        reported: set[GroupVersionKind | str] = set()
        accepted: list[Object] = []
        for item in filter(_is_sendable, items):
            if item.kind in reported:
                continue
            try:
                answer = self._applied(item)
            except NotServedError as error:
                reported.add(item.kind)
                if not any(_defines(other, item.kind) for other in items):
                    yield _not_served(error, item.kind)._replace(object=item)
                continue
            missing = missing_namespace(answer)
            if missing not in reported and not any(_brings(other, answer.message) for other in items):
                yield from (finding._replace(object=item) for finding in findings(answer, item.data))
            if missing:
                reported.add(missing)
            if not answer.is_refusal:
                accepted.append(item)
                yield from self._of_children(item, items)
        yield from self._of_trainings(tuple(accepted), trainer)

    def _applied(self, item: Object) -> Response:
        send = self.client.dry_run if "name" in item.data["metadata"] else self.client.dry_create
        return send(item.data, self.namespace)

    def _of_children(self, item: Object, items: Sequence[Object]) -> Iterator[Finding]:
        for child in children(item):
            answer = self.client.dry_create(child.data, self.namespace)
            if answer.reason == _EXISTS or any(_brings(other, answer.message) for other in items):
                continue
            for finding in findings(answer, child.data):
                message = f"{child.label}, created from it: {finding.message}"
                path = (*child.template, *finding.path)
                yield finding._replace(path=path, message=message, object=item)

    def _of_trainings(self, items: tuple[Object, ...], trainer: str) -> Iterator[Finding]:
        if not any(True for _ in trainjobs(items)):
            return
        for generated in trainer_objects(items, trainer):
            item = generated.object
            found = [finding._replace(object=item) for finding in self._generated_findings(item)]
            found += self._of_children(item, items)
            yield from (generated.at_source(one, items) for one in found)

    def _generated_findings(self, item: Object) -> Iterator[Finding]:
        try:
            answer = self.client.dry_create(item.data, self.namespace)
        except NotServedError as error:
            yield _not_served(error, item.kind)
            return
        if answer.reason != _EXISTS:
            yield from findings(answer, item.data)


def _is_sendable(item: Object) -> bool:
    """Return True if an object has valid names for the URL of a request. Other objects have an error already."""
    metadata = item.data.get("metadata")
    if not isinstance(metadata, dict):
        return False
    names = [metadata[key] for key in ("name", "generateName", "namespace") if metadata.get(key) is not None]
    has_name = "name" in metadata or "generateName" in metadata
    return has_name and all(isinstance(name, str) and _PART.fullmatch(name) for name in names)


def _defines(item: Object, kind: GroupVersionKind) -> bool:
    """Return True if an object is the definition of a kind, which will exist before objects of that kind."""
    names = (get_path(item.data, ("spec", "group")), get_path(item.data, ("spec", "names", "kind")))
    return item.kind.group_kind == _DEFINITION and names == (kind.group, kind.name)


def _brings(item: Object, message: str) -> bool:
    """Return True if an object is the one that a rejected pod lacks: it will exist before the pod."""
    if item.kind.group_kind not in _NEEDED:
        return False
    name = get_path(item.data, ("metadata", "name"))
    return bool(_ABSENT.search(message)) and bool(re.search(rf'["\s/]{re.escape(str(name))}["\s]', message))


def _not_served(error: NotServedError, kind: GroupVersionKind) -> Finding:
    product = PRODUCTS.get(kind.group)
    ways = filter(None, (error.hint, f"{product.name}: {product.hint}" if product else None))
    return Finding(("apiVersion",), str(error), "; ".join(ways) or None, rule=codes.NOT_SERVED)


@dataclass(slots=True)
class ServerStage:
    """The checks by one server, until a request fails."""

    server: ServerCheck | None
    """None if the connection failed."""
    settings: Settings
    failure: ClusterError | None = None
    """Error that ended the checks, which is reported after the results without them; None if there is none."""

    @classmethod
    def connect(cls, context: str | None, settings: Settings) -> "ServerStage":
        """Connect to the cluster of a context."""
        try:
            client = connect(context)
            client.version()
        except ClusterError as error:
            return cls(None, settings, error)
        return cls(ServerCheck(client, settings.request.namespace), settings)

    def add_findings(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield results in order, with the server's findings for their objects. Raises EngineError."""
        for result in results:
            if self.failure is None:
                try:
                    result = self._with_findings(result)  # noqa: PLW2901 - the same result with more findings
                except ClusterError as error:
                    self.failure = error
            yield result._replace(sent=())

    def _with_findings(self, result: Result) -> Result:
        problems: list[Problem] = []
        texts: list[Document] = []
        for release in result.sent:
            if isinstance(release, ReleaseSpec):
                checked = check(release.spec, release.request._replace(scripts=True))
                items = [one for one in load_rendered(checked.files, release.request) if isinstance(one, Object)]
                problems += (
                    locate_in_spec(one, release.texts) for one in self._new_findings(items, result, checked.trainer)
                )
                texts += release.texts
        objects = [one for one in result.sent if isinstance(one, Object)]
        for found in self._new_findings(objects, result):
            problems.append(to_problem(found._replace(object=reload_positions(found.object))))
        texts += (one.document for one in objects[:1])
        contents = {text.file: text.content for text in texts}
        return add_problems(result, dict.fromkeys(problems), contents, self.settings.config)

    def _new_findings(self, items: Sequence[Object], result: Result, trainer: str | None = None) -> Iterator[Finding]:
        """Yield the server's findings at places where validation has not reported an error."""
        if self.server is None:
            return
        known = [problem for problem in result.problems if problem.severity is Severity.ERROR]
        for found in self.server.check(items, trainer or self.settings.schemas.trainer):
            if not any(_is_reported(found, problem) for problem in known):
                yield found


def _is_reported(found: Finding, problem: Problem) -> bool:
    """Return True if a problem is about the same field of the same object, a parent of it or a field inside it."""
    if found.object.label != problem.object or problem.pointer is None:
        return False
    place = found.object.pointer + json_pointer(existing_ancestor(found.object.data, found.path))
    if found.object.pointer in (place, problem.pointer):  # the whole object
        return place == problem.pointer
    return f"{place}/".startswith(f"{problem.pointer}/") or f"{problem.pointer}/".startswith(f"{place}/")
