"""Read a cluster's objects, and ask what its API server would say; nothing is ever written."""

import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from render.cluster import shapes
from render.cluster.answer import Answer
from render.cluster.discovery import Discovery
from render.cluster.errors import AnswerError, ClusterError
from render.cluster.refusals import refusal
from render.kube.kind import Kind
from render.redaction import redact

if TYPE_CHECKING:  # it needs the extra
    from render.cluster.wire import Wire

Data = dict[str, Any]

MANAGER = "render"
"""Who applies, where fields have managers."""

PAGE = 500
"""Objects of one answer to a list, as kubectl asks."""

LISTINGS = 3
"""How often a list is begun that the server forgets before its end."""

MAX_PAGES = 1000
"""Of one client: half a million objects. Clusters have 150,000 pods at most
(https://kubernetes.io/docs/setup/best-practices/cluster-large/)."""

PAGES_SECONDS = 300.0
"""For all pages of one client: a server forgets a list after five minutes
(https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks)."""

_REVIEW = Kind("authorization.k8s.io", "v1", "SelfSubjectAccessReview")
_DRY = {"dryRun": "All", "fieldManager": MANAGER, "fieldValidation": "Strict"}


class Client:
    """Questions to one API server. Every method raises ClusterError where there is no answer to work with."""

    def __init__(self, wire: "Wire", namespace: str) -> None:
        """Ask nothing yet."""
        self._wire = wire
        self.namespace = namespace
        """The context's: where objects are that name none."""
        self.served = Discovery(wire)
        self._pages = 0
        self._pages_seconds = 0.0

    @property
    def host(self) -> str:
        """The server's address, as messages name it."""
        return self._wire.host

    def version(self) -> str:
        """Return the version of the API server, such as `v1.36.3`."""
        answer = self._wire.ask("GET", "/version")
        if answer.is_refusal:
            raise refusal(answer, "say its version")
        shapes.check(answer, shapes.VERSION, "the version of an API server")
        return redact(str(answer.body["gitVersion"]))

    def get(self, kind: Kind, namespace: str | None, name: str) -> Data | None:
        """Return an object, of the context's namespace where none is given; None where there is no such object.

        Raises DeniedError, NotServedError.
        """
        resource = self.served.needed(kind)
        namespace = namespace or self.namespace
        answer = self._wire.ask("GET", resource.path(namespace, name))
        if answer.status == 404:
            return None
        if answer.is_refusal:
            raise refusal(answer, resource.asked("get", namespace))
        return _object(answer, answer.body, kind)

    def list(
        self, kind: Kind, namespace: str | None = None, selector: str | None = None, *, page: int | None = None
    ) -> Iterator[Data]:
        """Yield the objects of a namespace, or of all, that a label selector selects; each once, page by page.

        `page` is the number of objects of one answer, where they are so large that fewer must be in one.
        Raises DeniedError, NotServedError.
        """
        resource = self.served.needed(kind)
        asked = {"limit": str(page or PAGE)} | ({"labelSelector": selector} if selector else {})
        query, begun = asked, 1
        told: set[tuple[str, str]] = set()
        while True:
            answer = self._page(resource.path(namespace), query)
            if answer.status == 410 and begun < LISTINGS:  # the state that the first page was of is forgotten
                query, begun = asked, begun + 1
                continue
            if answer.is_refusal:
                raise refusal(answer, resource.asked("list", namespace))
            shapes.check(answer, shapes.LIST, f"a list of `{kind.name}`")
            yield from _news(answer, kind, told)
            follows = answer.body.get("metadata", {}).get("continue")
            if not follows:
                return
            query = {**asked, "continue": follows}

    def dry_run(self, item: Mapping[str, Any], namespace: str | None = None) -> Answer:
        """Ask what comes of applying an object, which nobody else's fields are taken from (server-side apply).

        `namespace` is where it is to be if it doesn't say so, else the context's.

        Raises NotServedError, ClusterError where the credentials are refused.
        """
        path = self._path(item, namespace, item["metadata"]["name"])
        query = {**_DRY, "force": "false"}
        return _known(self._wire.ask("PATCH", path, query, item, content="application/apply-patch+yaml"))

    def dry_create(self, item: Mapping[str, Any], namespace: str | None = None) -> Answer:
        """Ask what comes of creating an object, as controllers do; parameters and errors as for `dry_run`."""
        return _known(self._wire.ask("POST", self._path(item, namespace), _DRY, item))

    def may(self, verb: str, kind: Kind, namespace: str | None = None) -> bool:
        """Say whether the user may do something with a kind, in all namespaces where none is given.

        Raises NotServedError.
        """
        resource = self.served.needed(kind)
        attributes = {"verb": verb, "group": kind.group, "version": kind.version, "resource": resource.plural}
        if namespace is not None and resource.is_namespaced:
            attributes["namespace"] = namespace
        review = {"apiVersion": _REVIEW.api_version, "kind": _REVIEW.name, "spec": {"resourceAttributes": attributes}}
        # A review is a question: nothing is stored.
        answer = self._wire.ask("POST", self.served.needed(_REVIEW).path(None), None, review)
        if answer.is_refusal:
            raise refusal(answer, "ask what you may do")
        shapes.check(answer, shapes.REVIEW, f"a `{_REVIEW.name}`")
        return bool(answer.body["status"]["allowed"])

    def _page(self, path: str, query: Mapping[str, str]) -> Answer:
        """Ask for one page of a list. Raises ClusterError where there are too many, or all take too long."""
        begun = time.monotonic()
        answer = self._wire.ask("GET", path, query)
        self._pages += 1
        self._pages_seconds += time.monotonic() - begun
        hint = "is the `server` of the kubeconfig an API server?"
        if self._pages > MAX_PAGES:
            raise ClusterError(f"`{self.host}` lists more than the limit of {MAX_PAGES} pages", hint=hint)
        if self._pages_seconds > PAGES_SECONDS:
            raise ClusterError(f"the lists of `{self.host}` take more than {PAGES_SECONDS:g} seconds", hint=hint)
        return answer

    def _path(self, item: Mapping[str, Any], namespace: str | None, name: str | None = None) -> str:
        resource = self.served.needed(Kind.of(item["apiVersion"], item["kind"]))
        return resource.path(item["metadata"].get("namespace") or namespace or self.namespace, name)


def _news(answer: Answer, kind: Kind, told: set[tuple[str, str]]) -> Iterator[Data]:
    """Yield the objects of a page that no earlier one had. Items of a list do not repeat their kind.

    Raises AnswerError where one has not the shape of its kind.
    """
    for number, item in enumerate(answer.body.get("items", ())):
        found = _object(answer, {"apiVersion": kind.api_version, "kind": kind.name, **item}, kind, f" (item {number})")
        metadata = found["metadata"]
        place = metadata.get("namespace", ""), metadata["name"]
        if place not in told:
            told.add(place)
            yield found


def _object(answer: Answer, data: Mapping[str, Any], kind: Kind, where: str = "") -> Data:
    """Return an object. Raises AnswerError where it has not the shape of its kind."""
    why = shapes.object_mismatch(data, kind)
    if why is not None:
        raise AnswerError(answer.request, f"a `{kind.name}`: {why}{where}")
    return dict(data)


def _known(answer: Answer) -> Answer:
    """Return an answer that is about the object. Raises ClusterError.

    A server that can't make sense of an object's fields fails by its own account (500), and says which ones.
    """
    if answer.status in (401, 429) or answer.status > 500 or (answer.status == 500 and not answer.message):
        raise refusal(answer, "judge an object")
    if not answer.is_refusal:
        shapes.check(answer, shapes.OBJECT, "an object")
    return answer
