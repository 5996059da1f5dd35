"""The kinds that an API server serves."""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from render.cluster import shapes
from render.cluster.errors import NotServedError
from render.cluster.refusals import refusal
from render.kube.kind import Kind

if TYPE_CHECKING:  # it needs the extra
    from render.cluster.wire import Wire


class Resource(NamedTuple):
    """How a kind is asked for."""

    kind: Kind
    plural: str
    is_namespaced: bool

    def path(self, namespace: str | None, name: str | None = None) -> str:
        """Return the path of a collection, or of the object of a name; of all namespaces where none is given."""
        inside = ("namespaces", namespace) if self.is_namespaced and namespace is not None else ()
        below = (*inside, self.plural, *(() if name is None else (name,)))
        return "/".join((_root(self.kind.api_version), *map(_quoted, below)))

    def asked(self, verb: str, namespace: str | None) -> str:
        """Return in words what is asked of the server."""
        name = f"{self.plural}.{self.kind.group}" if self.kind.group else self.plural
        where = f" in namespace `{namespace}`" if namespace and self.is_namespaced else ""
        return f"{verb} `{name}`{where}"


class Discovery:
    """What the server says of its kinds, asked once."""

    def __init__(self, wire: "Wire") -> None:
        """Ask nothing yet."""
        self._wire = wire
        self._known: dict[str, dict[str, Resource]] = {}

    def find(self, kind: Kind) -> Resource | None:
        """Return how a kind is asked for; None where the server has not got it. Raises ClusterError."""
        version = kind.api_version
        if version not in self._known:
            self._known[version] = {found.kind.name: found for found in self._resources(version)}
        return self._known[version].get(kind.name)

    def needed(self, kind: Kind) -> Resource:
        """Return how a kind is asked for. Raises NotServedError where the server has not got it, ClusterError."""
        found = self.find(kind)
        if found is None:
            versions = ", ".join(f"`{version}`" for version in self.versions(kind.group))
            hint = f"it has versions {versions} of `{kind.group}`" if versions else None
            raise NotServedError(f"the cluster has no `{kind.name}` of `{kind.api_version}`", hint=hint)
        return found

    def versions(self, group: str) -> tuple[str, ...]:
        """Return the versions of a group that are served, the preferred one first. Raises ClusterError."""
        return self._groups.get(group, ())

    @cached_property
    def _groups(self) -> dict[str, tuple[str, ...]]:
        answer = self._wire.ask("GET", "/apis")
        if answer.is_refusal:
            raise refusal(answer, "list its groups of kinds")
        shapes.check(answer, shapes.GROUPS, "a list of API groups")
        return {
            group["name"]: tuple(version["version"] for version in group["versions"])
            for group in answer.body.get("groups", ())
        }

    def _resources(self, version: str) -> Iterator[Resource]:
        answer = self._wire.ask("GET", _root(version))
        if answer.status == 404:
            return
        if answer.is_refusal:
            raise refusal(answer, f"list the kinds of `{version}`")
        shapes.check(answer, shapes.RESOURCES, "a list of API resources")
        for found in answer.body.get("resources", ()):
            if "/" not in found["name"]:  # that is a part of another kind: its status, its scale
                yield Resource(Kind.of(version, found["kind"]), found["name"], found["namespaced"])


def _root(api_version: str) -> str:
    group, _, version = api_version.rpartition("/")
    return f"/apis/{_quoted(group)}/{_quoted(version)}" if group else f"/api/{_quoted(version)}"


def _quoted(part: str) -> str:
    """Return a part of a path that stays one part, whatever the user has written."""
    return quote(part, safe="") if part.strip(".") else part.replace(".", "%2E")
