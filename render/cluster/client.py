"""Read objects of a cluster and send dry runs; nothing is written."""

import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from render.cluster.discovery import Discovery
from render.cluster.errors import ClusterError, ResponseError
from render.cluster.response import Response, response_error
from render.cluster.response_schemas import LIST, OBJECT, REVIEW, VERSION, check_response, object_mismatch
from render.kube.gvk import GroupVersionKind
from render.redaction import redact

if TYPE_CHECKING:  # it needs the extra
    from render.cluster.http import HttpTransport

Data = dict[str, Any]

MANAGER = "render"
"""The field manager of dry runs."""

PAGE = 500
"""Objects per page of a list, as in kubectl."""

LISTINGS = 3
"""Attempts to read a list that expires on the server before its end."""

MAX_PAGES = 1000
"""Maximum pages of one client: half a million objects. Clusters have 150,000 pods at most
(https://kubernetes.io/docs/setup/best-practices/cluster-large/)."""

PAGES_SECONDS = 300.0
"""Time-out in seconds for all pages of one client: a server keeps a list for five minutes
(https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks)."""

_POD = GroupVersionKind("", "v1", "Pod")
_REVIEW = GroupVersionKind("authorization.k8s.io", "v1", "SelfSubjectAccessReview")
_DRY = {"dryRun": "All", "fieldManager": MANAGER, "fieldValidation": "Strict"}


class Client:
    """A client of one API server. Every method raises ClusterError without a usable response."""

    def __init__(self, wire: "HttpTransport", namespace: str) -> None:
        """Set the transport; sends no request."""
        self._wire = wire
        self.namespace = namespace
        """The context's namespace, for objects without one."""
        self.served = Discovery(wire)
        self._pages = 0
        self._pages_seconds = 0.0

    @property
    def host(self) -> str:
        """The server's address, as messages name it."""
        return self._wire.host

    def version(self) -> str:
        """Return the version of the API server, such as `v1.36.3`."""
        answer = self._wire.request("GET", "/version")
        if answer.is_refusal:
            raise response_error(answer, "say its version")
        check_response(answer, VERSION, "the version of an API server")
        return redact(str(answer.body["gitVersion"]))

    def get(self, kind: GroupVersionKind, namespace: str | None, name: str) -> Data | None:
        """Return an object, by default of the context's namespace; None if it doesn't exist.

        Raises DeniedError, NotServedError.
        """
        resource = self.served.needed(kind)
        namespace = namespace or self.namespace
        answer = self._wire.request("GET", resource.path(namespace, name))
        if answer.status == 404:
            return None
        if answer.is_refusal:
            raise response_error(answer, resource.describe("get", namespace))
        return _object(answer, answer.body, kind)

    def list(
        self,
        kind: GroupVersionKind,
        namespace: str | None = None,
        selector: str | None = None,
        *,
        except_in: str | None = None,
        page: int | None = None,
    ) -> Iterator[Data]:
        """Yield the objects of a namespace, or of all, that a label selector selects; each once, page by page.

        `except_in` is a namespace whose objects are left out of all. `page` is the number of objects of a page, for
        large objects.
        Raises DeniedError, NotServedError.
        """
        resource = self.served.needed(kind)
        parameters = {"limit": str(page or PAGE)} | ({"labelSelector": selector} if selector else {})
        if except_in is not None:
            parameters["fieldSelector"] = f"metadata.namespace!={except_in}"
        query, begun = parameters, 1
        seen: set[tuple[str, str]] = set()
        while True:
            answer = self._page(resource.path(namespace), query)
            if answer.status == 410 and begun < LISTINGS:  # the state of the first page has expired
                query, begun = parameters, begun + 1
                continue
            if answer.is_refusal:
                raise response_error(answer, resource.describe("list", namespace))
            check_response(answer, LIST, f"a list of `{kind.name}`")
            yield from _new_objects(answer, kind, seen)
            follows = answer.body.get("metadata", {}).get("continue")
            if not follows:
                return
            query = {**parameters, "continue": follows}

    def log(self, namespace: str, pod: str, container: str, *, lines: int, most: int) -> str:
        """Return the last lines of a container's log, at most so many bytes of them. Raises ClusterError."""
        path = self.served.needed(_POD).path(namespace, pod)
        query = {"container": container, "tailLines": str(lines), "limitBytes": str(most)}
        return self._wire.text(f"{path}/log", query)

    def dry_run(self, item: Mapping[str, Any], namespace: str | None = None) -> Response:
        """Dry-run a server-side apply without forcing conflicts.

        `namespace` is the namespace of an object without one; by default the context's.

        Raises NotServedError, ClusterError if the credentials are rejected.
        """
        path = self._path(item, namespace, item["metadata"]["name"])
        query = {**_DRY, "force": "false"}
        return _known(self._wire.request("PATCH", path, query, item, content="application/apply-patch+yaml"))

    def dry_create(self, item: Mapping[str, Any], namespace: str | None = None) -> Response:
        """Dry-run the creation of an object, as controllers do. Parameters and errors are those of `dry_run`."""
        return _known(self._wire.request("POST", self._path(item, namespace), _DRY, item))

    def may(self, verb: str, kind: GroupVersionKind, namespace: str | None = None) -> bool:
        """Return True if the user has a permission for a kind, by default in all namespaces.

        Raises NotServedError.
        """
        resource = self.served.needed(kind)
        attributes = {"verb": verb, "group": kind.group, "version": kind.version, "resource": resource.plural}
        if namespace is not None and resource.is_namespaced:
            attributes["namespace"] = namespace
        review = {"apiVersion": _REVIEW.api_version, "kind": _REVIEW.name, "spec": {"resourceAttributes": attributes}}
        # A review is not stored.
        answer = self._wire.request("POST", self.served.needed(_REVIEW).path(None), None, review)
        if answer.is_refusal:
            raise response_error(answer, "ask what you may do")
        check_response(answer, REVIEW, f"a `{_REVIEW.name}`")
        return bool(answer.body["status"]["allowed"])

    def _page(self, path: str, query: Mapping[str, str]) -> Response:
        """Return one page of a list. Raises ClusterError if there are too many pages, or if they take too long."""
        begun = time.monotonic()
        answer = self._wire.request("GET", path, query)
        self._pages += 1
        self._pages_seconds += time.monotonic() - begun
        hint = "is the `server` of the kubeconfig an API server?"
        if self._pages > MAX_PAGES:
            raise ClusterError(f"`{self.host}` lists more than the limit of {MAX_PAGES} pages", hint=hint)
        if self._pages_seconds > PAGES_SECONDS:
            raise ClusterError(f"the lists of `{self.host}` take more than {PAGES_SECONDS:g} seconds", hint=hint)
        return answer

    def _path(self, item: Mapping[str, Any], namespace: str | None, name: str | None = None) -> str:
        resource = self.served.needed(GroupVersionKind.of(item["apiVersion"], item["kind"]))
        return resource.path(item["metadata"].get("namespace") or namespace or self.namespace, name)


def _new_objects(answer: Response, kind: GroupVersionKind, seen: set[tuple[str, str]]) -> Iterator[Data]:
    """Yield the objects of a page that earlier pages didn't have. Items of a list have no kind.

    Raises ResponseError if an object doesn't match the schema of its kind.
    """
    for number, item in enumerate(answer.body.get("items", ())):
        found = _object(answer, {"apiVersion": kind.api_version, "kind": kind.name, **item}, kind, f" (item {number})")
        metadata = found["metadata"]
        place = metadata.get("namespace", ""), metadata["name"]
        if place not in seen:
            seen.add(place)
            yield found


def _object(answer: Response, data: Mapping[str, Any], kind: GroupVersionKind, where: str = "") -> Data:
    """Return an object. Raises ResponseError if it doesn't match the schema of its kind."""
    why = object_mismatch(data, kind)
    if why is not None:
        raise ResponseError(answer.request, f"a `{kind.name}`: {why}{where}")
    return dict(data)


def _known(answer: Response) -> Response:
    """Return a response about the object. Raises ClusterError for other errors.

    A server that can't convert the fields of an object responds with 500 and names them.
    """
    if answer.status in (401, 429) or answer.status > 500 or (answer.status == 500 and not answer.message):
        raise response_error(answer, "judge an object")
    if not answer.is_refusal:
        check_response(answer, OBJECT, "an object")
    return answer
