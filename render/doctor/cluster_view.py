"""The questions that checks ask a cluster: a live one (`ClusterCache`), or one in a file (`render.snapshot`)."""

from collections.abc import Mapping
from typing import Any, Protocol

from render.cluster import Response
from render.doctor.nodes.node_resources import Load
from render.kube.gvk import GroupVersionKind
from render.manifests.paths import Data

NAMESPACE = GroupVersionKind("", "v1", "Namespace")
NODE = GroupVersionKind("", "v1", "Node")
DEVICE_CLASS = GroupVersionKind("resource.k8s.io", "v1", "DeviceClass")
POD = GroupVersionKind("", "v1", "Pod")
SCALERS = ("autoscaling.x-k8s.io", "karpenter.sh")
"""API groups of autoscalers that add nodes."""


class ClusterView(Protocol):
    """A cluster as the user sees it. Methods raise DeniedError without permission, ClusterError on other failures."""

    @property
    def version(self) -> str:
        """The version of the API server."""

    @property
    def has_scaler(self) -> bool:
        """Return True if a known autoscaler is installed. Autoscalers of clouds are not visible."""

    def served(self, group: str, name: str) -> tuple[GroupVersionKind, ...]:
        """Return the kind in each served version, the preferred one first."""

    def find(self, kind: GroupVersionKind, namespace: str | None, name: str) -> Data | None:
        """Return an object; None if it does not exist."""

    def list(self, kind: GroupVersionKind, namespace: str | None = None) -> tuple[Data, ...]:
        """Return the objects of a namespace or of all, sorted by name."""

    @property
    def load(self) -> Load:
        """The load of all pods on their nodes."""

    def drops(self, item: Mapping[str, Any], field: str) -> bool | None:
        """Return True if the API server drops a field of an object; None if it rejects the object for another reason.

        `field` is the field's own name; `render.cluster.products.FIELDS` has its path.
        """

    def may(self, verb: str, kind: GroupVersionKind, namespace: str) -> bool:
        """Return True if the user may use the verb on a kind in a namespace."""

    def dry_run(self, item: Mapping[str, Any]) -> Response:
        """Return the API server's answer to a dry-run creation of an object."""
