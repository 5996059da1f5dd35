"""Discovery: the kinds that an API server serves."""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from render.cluster.errors import NotServedError
from render.cluster.response import response_error
from render.cluster.response_schemas import GROUPS, RESOURCES, check_response
from render.kube.gvk import GroupVersionKind

if TYPE_CHECKING:  # it needs the extra
    from render.cluster.http import HttpTransport


class Resource(NamedTuple):
    """A kind with its name in paths."""

    kind: GroupVersionKind
    plural: str
    is_namespaced: bool

    def path(self, namespace: str | None, name: str | None = None) -> str:
        """Return the path of a collection or of an object; without a namespace, of all namespaces."""
        inside = ("namespaces", namespace) if self.is_namespaced and namespace is not None else ()
        below = (*inside, self.plural, *(() if name is None else (name,)))
        return "/".join((_root(self.kind.api_version), *map(_quoted, below)))

    def describe(self, verb: str, namespace: str | None) -> str:
        """Return a request in words, for messages."""
        name = f"{self.plural}.{self.kind.group}" if self.kind.group else self.plural
        where = f" in namespace `{namespace}`" if namespace and self.is_namespaced else ""
        return f"{verb} `{name}`{where}"


class Discovery:
    """The kinds of a server; each API version is requested once."""

    def __init__(self, wire: "HttpTransport") -> None:
        """Set the transport; sends no request."""
        self._wire = wire
        self._known: dict[str, dict[str, Resource]] = {}

    def find(self, kind: GroupVersionKind) -> Resource | None:
        """Return the resource of a kind; None if the server doesn't have it. Raises ClusterError."""
        self.resources(kind.api_version)
        return self._known[kind.api_version].get(kind.name)

    def needed(self, kind: GroupVersionKind) -> Resource:
        """Return the resource of a kind. Raises NotServedError if the server doesn't have it, ClusterError."""
        found = self.find(kind)
        if found is None:
            versions = ", ".join(f"`{version}`" for version in self.versions(kind.group))
            hint = f"it has versions {versions} of `{kind.group}`" if versions else None
            raise NotServedError(f"the cluster has no `{kind.name}` of `{kind.api_version}`", hint=hint)
        return found

    def versions(self, group: str) -> tuple[str, ...]:
        """Return the versions of a group that are served, the preferred one first. Raises ClusterError."""
        return self._groups.get(group, ())

    @property
    def groups(self) -> tuple[str, ...]:
        """The served groups, without the core group. Raises ClusterError."""
        return tuple(self._groups)

    def resources(self, version: str) -> tuple[Resource, ...]:
        """Return the resources of an `apiVersion`. Raises ClusterError."""
        if version not in self._known:
            self._known[version] = {found.kind.name: found for found in self._resources(version)}
        return tuple(self._known[version].values())

    @cached_property
    def _groups(self) -> dict[str, tuple[str, ...]]:
        answer = self._wire.request("GET", "/apis")
        if answer.is_refusal:
            raise response_error(answer, "list its groups of kinds")
        check_response(answer, GROUPS, "a list of API groups")
        return {
            group["name"]: tuple(version["version"] for version in group["versions"])
            for group in answer.body.get("groups", ())
        }

    def _resources(self, version: str) -> Iterator[Resource]:
        answer = self._wire.request("GET", _root(version))
        if answer.status == 404:
            return
        if answer.is_refusal:
            raise response_error(answer, f"list the kinds of `{version}`")
        check_response(answer, RESOURCES, "a list of API resources")
        for found in answer.body.get("resources", ()):
            if "/" not in found["name"]:  # a subresource of another kind: its status, its scale
                yield Resource(GroupVersionKind.of(version, found["kind"]), found["name"], found["namespaced"])


def _root(api_version: str) -> str:
    group, _, version = api_version.rpartition("/")
    return f"/apis/{_quoted(group)}/{_quoted(version)}" if group else f"/api/{_quoted(version)}"


def _quoted(part: str) -> str:
    """Return a quoted part of a path, which can't add parts or lead upwards."""
    return quote(part, safe="") if part.strip(".") else part.replace(".", "%2E")
