"""What a cluster has been asked, so that it is asked once."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from render.cluster import Answer, Client
from render.doctor.nodes.room import Load
from render.kube.kind import Kind
from render.manifests.places import Data

NAMESPACE = Kind("", "v1", "Namespace")
NODE = Kind("", "v1", "Node")
_POD = Kind("", "v1", "Pod")
_SCALERS = ("autoscaling.x-k8s.io", "karpenter.sh")
"""Groups of the kinds by which nodes are added."""


class View:
    """A cluster, as a user sees it. Every method raises DeniedError where the user may not, ClusterError otherwise."""

    def __init__(self, client: Client) -> None:
        """Ask nothing yet."""
        self._client = client
        self._lists: dict[tuple[Kind, str | None], tuple[Data, ...]] = {}

    @property
    def version(self) -> str:
        """The version of the API server."""
        return self._client.version()

    @property
    def has_scaler(self) -> bool:
        """Say whether something may add nodes; the autoscalers of clouds don't show themselves."""
        return any(self._client.served.versions(group) for group in _SCALERS)

    def served(self, group: str, name: str) -> tuple[Kind, ...]:
        """Return a kind in each version that is served, the preferred one first."""
        versions = self._client.served.versions(group) if group else ("v1",)
        kinds = (Kind(group, version, name) for version in versions)
        return tuple(kind for kind in kinds if self._client.served.find(kind) is not None)

    def find(self, kind: Kind, namespace: str | None, name: str) -> Data | None:
        """Return an object; None where there is none of this name."""
        return self._client.get(kind, namespace, name)

    def list(self, kind: Kind, namespace: str | None = None) -> tuple[Data, ...]:
        """Return the objects of a namespace, or of all, by name."""
        key = (kind, namespace)
        if key not in self._lists:
            found = self._client.list(kind, namespace)
            self._lists[key] = tuple(sorted(found, key=lambda one: str(one["metadata"]["name"])))
        return self._lists[key]

    @cached_property
    def load(self) -> Load:
        """What the pods of all namespaces take of their nodes."""
        return Load.of(self._client.list(_POD))

    def may(self, verb: str, kind: Kind, namespace: str) -> bool:
        """Say whether the user may do something with a kind in a namespace."""
        return self._client.may(verb, kind, namespace)

    def tried(self, item: Mapping[str, Any]) -> Answer:
        """Return what the API server would say to the creation of an object. Nothing is stored."""
        return self._client.dry_create(item)
