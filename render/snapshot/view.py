"""The cluster of a snapshot, as the checks of `render.doctor` ask it."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NoReturn

from render.cluster import DeniedError, NotServedError, Response
from render.cluster.products import FIELDS, PRODUCTS, TRAINER
from render.doctor.cluster_view import NODE, POD, SCALERS, ClusterView
from render.doctor.nodes.node_resources import Load
from render.kube.gvk import GroupVersionKind
from render.kube.schema_folders import TRAINERS
from render.manifests.paths import Data
from render.snapshot.kinds import KINDS, Scope
from render.snapshot.nodes import expand_nodes
from render.snapshot.pods import expand_pods, read_load

ONLY_LIVE = frozenset({"admission", "objects", "permissions"})
"""The checks that only an API server can answer: webhooks, quotas and permissions decide there."""

_KEYS = {(kind.group, kind.name): kind.keys for kind in KINDS if kind.keys}
_IN_NAMESPACES = {(kind.group, kind.name) for kind in KINDS if kind.scope is Scope.NAMED}


class NotRecordedError(DeniedError):
    """The file does not have what a check asks for."""


class SnapshotView(ClusterView):
    """A cluster in a file. Methods raise DeniedError for what the file does not have, with the reason."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Set the content of a file that `render.snapshot.load` accepts."""
        self._data = data
        self._apis = {group["group"]: group["versions"] for group in data["apis"]}
        self._unread = {
            (GroupVersionKind.of(one["apiVersion"], one.get("kind", "")).group_kind, one.get("namespace")): one[
                "reason"
            ]
            for one in data.get("unread", ())
        }
        self._objects: dict[tuple[str, str | None], tuple[Data, ...]] = {}
        for entry in data.get("objects", ()):
            kind, place = GroupVersionKind.of(entry["apiVersion"], entry["kind"]), entry.get("namespace")
            items = sorted((restore_object(kind, one, place) for one in entry["items"]), key=_name)
            self._objects[kind.group_kind, place] = tuple(items)

    @property
    def data(self) -> Mapping[str, Any]:
        """The content of the file."""
        return self._data

    @property
    def version(self) -> str:
        """The version of the API server."""
        return str(self._data["kubernetes"])

    @property
    def minor(self) -> str:
        """The minor version of Kubernetes, such as `1.36`."""
        return ".".join(self.version.removeprefix("v").split(".")[:2])

    @property
    def trainer(self) -> str | None:
        """The known version of Kubeflow Trainer that runs; None if there is none, or its image has no version."""
        own = PRODUCTS[TRAINER].name
        found = (one.get("version", "") for one in self._data.get("controllers", ()) if one["product"] == own)
        return next((minor for version in found for minor in TRAINERS if version.startswith(f"{minor}.")), None)

    @property
    def has_scaler(self) -> bool:
        """Return True if a known autoscaler is installed."""
        return any(self._apis.get(group) for group in SCALERS)

    def served(self, group: str, name: str) -> tuple[GroupVersionKind, ...]:
        """Return the kind in each served version, the preferred one first."""
        versions = self._apis.get(group, ())
        return tuple(GroupVersionKind(group, one["version"], name) for one in versions if name in one["kinds"])

    def find(self, kind: GroupVersionKind, namespace: str | None, name: str) -> Data | None:
        """Return an object; None if it does not exist."""
        if kind.group_kind == "/Namespace" and (kind.group_kind, name) in self._objects:
            namespace = name
        return next((one for one in self.list(kind, namespace) if _name(one) == name), None)

    def list(self, kind: GroupVersionKind, namespace: str | None = None) -> tuple[Data, ...]:
        """Return the objects of a namespace or of all, sorted by name."""
        if not self.served(kind.group, kind.name):
            raise NotServedError(f"the cluster has no `{kind.name}` of `{kind.api_version}`")
        if kind == NODE and "nodes" in self._data:
            return self._nodes
        if kind == POD and (namespace is None or namespace in self._data["namespaces"]) and "runs" in self._data:
            return tuple(expand_pods(self._data["runs"], namespace))
        everywhere = self._objects.get((kind.group_kind, None))
        if (kind.group_kind, namespace) in self._objects:
            return self._objects[kind.group_kind, namespace]
        if everywhere is None:
            self._raise(kind, namespace)
        if namespace is None:
            return everywhere
        return tuple(one for one in everywhere if one["metadata"].get("namespace", namespace) == namespace)

    @cached_property
    def _nodes(self) -> tuple[Data, ...]:
        return tuple(sorted(expand_nodes(self._data["nodes"]), key=_name))

    @cached_property
    def load(self) -> Load:
        """The load of all pods on their nodes."""
        if "load" not in self._data:
            self._raise(POD, None)
        return read_load(self._data["load"])

    def drops(self, item: Mapping[str, Any], field: str) -> bool | None:
        """Return True if the definition of an object's kind lacks one of the fields that `FIELDS` names."""
        kind, (group, name, _) = GroupVersionKind.of(item["apiVersion"], item["kind"]), FIELDS[field]
        if (kind.group, kind.name) != (group, name):
            return None
        known = next(
            (one for one in self._data.get("definitions", ()) if one["name"] == f"{name.lower()}s.{group}"), None
        )
        if known is None:
            self._raise(GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"), None)
        return any(one["version"] == kind.version and field not in one.get("fields", ()) for one in known["versions"])

    def may(self, verb: str, kind: GroupVersionKind, namespace: str) -> bool:  # noqa: ARG002 - a live cluster's answer
        """Raise NotRecordedError: permissions are those of who asks."""
        raise _only_live()

    def dry_run(self, item: Mapping[str, Any]) -> Response:  # noqa: ARG002 - a live cluster's answer
        """Raise NotRecordedError: only an API server can say."""
        raise _only_live()

    def _raise(self, kind: GroupVersionKind, namespace: str | None) -> NoReturn:
        """Raise DeniedError with the reason why the file does not have the objects of a kind."""
        reason = self._unread.get((kind.group_kind, namespace)) or self._unread.get((kind.group_kind, None))
        if reason is not None:
            raise DeniedError(reason, hint="take the snapshot with the permission to list them")
        if namespace is not None and (kind.group, kind.name) in _IN_NAMESPACES | {("", "Pod")}:
            message = f"the file has no `{kind.name}` of namespace `{namespace}`"
            raise NotRecordedError(message, hint=f"add `-n {namespace}` to `render cluster snapshot`")
        raise NotRecordedError(f"the file has no `{kind.name}`", hint="write it again with `render cluster snapshot`")


def _only_live() -> NotRecordedError:
    hint = "`render doctor SPEC` without `--cluster` asks it"
    return NotRecordedError("only the API server can answer this, a file can't", hint=hint)


def restore_object(kind: GroupVersionKind, item: Data, namespace: str | None) -> dict[str, Any]:
    """Return an object as an API server lists it, with empty values for its keys."""
    keys = {name: dict.fromkeys(item[name], "") for name in _KEYS.get((kind.group, kind.name), ()) if name in item}
    metadata = item["metadata"] | ({"namespace": namespace} if namespace and kind.name != "Namespace" else {})
    return {"apiVersion": kind.api_version, "kind": kind.name, **item, **keys, "metadata": metadata}


def _name(data: Data) -> str:
    return str(data["metadata"]["name"])
