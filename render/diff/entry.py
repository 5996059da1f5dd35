"""An object of one side of a comparison."""

from typing import Any, NamedTuple

from render.kube.kind import Kind
from render.manifests.identity import name, namespace
from render.manifests.objects import Object

_HOOKS = ("helm.sh/hook", "argocd.argoproj.io/hook")


class Entry(NamedTuple):
    """An object, and where it is written."""

    source: str
    """The spec or file, below the folder that was named; empty where a file was."""
    object: Object
    default_namespace: str
    """The namespace of objects that name none."""

    @property
    def kind(self) -> Kind:
        """Return what it is."""
        return self.object.kind

    @property
    def data(self) -> dict[str, Any]:
        """Return it as it is written."""
        return self.object.data

    @property
    def name(self) -> str:
        """Return its name; empty where the API server makes one."""
        return name(self.object) or ""

    @property
    def namespace(self) -> str:
        """Return its namespace, or the one that it gets where its kind has one."""
        return namespace(self.object) or self.default_namespace

    @property
    def written_namespace(self) -> str | None:
        """Return its namespace where it says one: what has none may be of the whole cluster."""
        return namespace(self.object)

    @property
    def identity(self) -> tuple[str, str, str]:
        """Return what makes it the same object to a cluster, whatever its version."""
        return self.kind.group_kind, self.namespace, self.name

    @property
    def annotations(self) -> dict[str, Any]:
        """Return its annotations."""
        found = self.data.get("metadata", {}).get("annotations")
        return found if isinstance(found, dict) else {}

    @property
    def is_hook(self) -> bool:
        """Say whether Helm or Argo CD runs it at a point of a release, and does not keep it."""
        return any(key in self.annotations for key in _HOOKS)
