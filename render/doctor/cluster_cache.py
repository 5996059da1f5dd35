"""Answers of a cluster, so that each list is read once."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from render.cluster import Client, Response
from render.doctor.cluster_view import POD, SCALERS, ClusterView
from render.doctor.nodes.node_resources import Load
from render.kube.gvk import GroupVersionKind
from render.manifests.paths import Data


class ClusterCache(ClusterView):
    """A cluster as the user sees it. Methods raise DeniedError without permission, ClusterError on other failures."""

    def __init__(self, client: Client) -> None:
        """Keep the client; nothing is read yet."""
        self._client = client
        self._lists: dict[tuple[GroupVersionKind, str | None], tuple[Data, ...]] = {}

    @property
    def version(self) -> str:
        """The version of the API server."""
        return self._client.version()

    @property
    def has_scaler(self) -> bool:
        """Return True if a known autoscaler is installed. Autoscalers of clouds are not visible."""
        return any(self._client.served.versions(group) for group in SCALERS)

    def served(self, group: str, name: str) -> tuple[GroupVersionKind, ...]:
        """Return the kind in each served version, the preferred one first."""
        versions = self._client.served.versions(group) if group else ("v1",)
        kinds = (GroupVersionKind(group, version, name) for version in versions)
        return tuple(kind for kind in kinds if self._client.served.find(kind) is not None)

    def find(self, kind: GroupVersionKind, namespace: str | None, name: str) -> Data | None:
        """Return an object; None if it does not exist."""
        return self._client.get(kind, namespace, name)

    def list(self, kind: GroupVersionKind, namespace: str | None = None) -> tuple[Data, ...]:
        """Return the objects of a namespace or of all, sorted by name."""
        key = (kind, namespace)
        if key not in self._lists:
            found = self._client.list(kind, namespace)
            self._lists[key] = tuple(sorted(found, key=lambda one: str(one["metadata"]["name"])))
        return self._lists[key]

    @cached_property
    def load(self) -> Load:
        """The load of all pods on their nodes."""
        return Load.of(self._client.list(POD))

    def drops(self, item: Mapping[str, Any], field: str) -> bool | None:
        """Return True if the API server drops a field of an object; None if it rejects the object for another reason.

        A dry run with strict validation names the fields that a definition does not have.
        """
        answer = self.dry_run(item)
        if not answer.is_refusal:
            return False
        return True if "unknown field" in answer.message and field in answer.message else None

    def may(self, verb: str, kind: GroupVersionKind, namespace: str) -> bool:
        """Return True if the user may use the verb on a kind in a namespace."""
        return self._client.may(verb, kind, namespace)

    def dry_run(self, item: Mapping[str, Any]) -> Response:
        """Return the API server's answer to a dry-run creation of an object."""
        return self._client.dry_create(item)
