"""Read a cluster into a snapshot. It only gets and lists; what it may not read becomes an entry of `unread`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from render.cluster import Client, ClusterError, DeniedError
from render.cluster.products import PRODUCTS
from render.doctor.cluster_view import NODE, POD
from render.doctor.nodes.node_resources import Load
from render.kube.gvk import GroupVersionKind
from render.manifests.paths import Data
from render.snapshot.definitions import describe_definition
from render.snapshot.kinds import KINDS, Kind, Scope, trim
from render.snapshot.nodes import group_nodes
from render.snapshot.pods import group_pods, write_load

API_VERSION, KIND = "render/v1alpha1", "Cluster"

_DEFINITION = GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")
_DEPLOYMENT = GroupVersionKind("apps", "v1", "Deployment")
_TAG = re.compile(r":v?(\d+\.\d+\.\d+[-.\w]*)(?:@|$)")
_HEAVY = 50
"""Objects of a page of Deployments, which are large."""


class _Reader:
    """A client, and what it could not read."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.unread: dict[tuple[str, str, str], dict[str, str]] = {}

    def list(self, kind: GroupVersionKind, namespace: str | None = None, page: int | None = None) -> list[Data] | None:
        """Return objects; None if the user may not list them. Raises ClusterError."""
        try:
            return list(self.client.list(kind, namespace, page=page))
        except DeniedError as error:
            self.deny(kind, namespace, error)
            return None

    def deny(self, kind: GroupVersionKind, namespace: str | None, error: ClusterError) -> None:
        """Remember that a kind could not be read, and why."""
        place = {"namespace": namespace} if namespace is not None else {}
        entry = {"apiVersion": kind.api_version, "kind": kind.name, **place, "reason": str(error)}
        self.unread[kind.api_version, kind.name, namespace or ""] = entry


def collect_snapshot(client: Client, namespaces: Sequence[str]) -> dict[str, Any]:
    """Return the snapshot of a cluster, with the Secrets, ConfigMaps, claims and runs of these namespaces.

    Raises ClusterError if the cluster can't be read.
    """
    reader, names = _Reader(client), sorted(set(namespaces))
    parts = {
        "apiVersion": API_VERSION,
        "kind": KIND,
        "kubernetes": client.version(),
        "namespaces": names,
        "apis": list(_apis(reader)),
        "controllers": _controllers(reader),
        "definitions": list(_definitions(reader)),
        **_nodes(reader),
        **_pods(reader, names),
        "objects": [entry for kind in KINDS for entry in _objects(reader, kind, names)],
    }
    return {**parts, "unread": [entry for _, entry in sorted(reader.unread.items())]}


def _apis(reader: _Reader) -> Iterator[dict[str, Any]]:
    served = reader.client.served
    for group in ("", *sorted(served.groups)):
        versions = []
        for version in served.versions(group) if group else ("v1",):
            kind = GroupVersionKind(group, version, "")
            try:
                kinds = sorted({one.kind.name for one in served.resources(kind.api_version)})
            except ClusterError as error:  # the server of an aggregated API does not answer
                reader.unread[kind.api_version, "", ""] = {"apiVersion": kind.api_version, "reason": str(error)}
            else:
                versions.append({"version": version, "kinds": kinds})
        yield {"group": group, "versions": versions}


def _controllers(reader: _Reader) -> list[dict[str, str]]:
    """Return the products whose controllers run, with the versions that the tags of their images name."""
    found = set()
    for deployment in reader.list(_DEPLOYMENT, page=_HEAVY) or ():
        for container in deployment["spec"]["template"]["spec"]["containers"]:
            name = re.split(r"[:@]", str(container.get("image", "")).rpartition("/")[2])[0]
            path = f"{str(container.get('image', '')).rpartition('/')[0]}/{name}"
            for product in PRODUCTS.values():
                if product.image is not None and f"/{path}".endswith(f"/{product.image}"):
                    tag = _TAG.search(container["image"])
                    found.add((product.name, tag[1] if tag else ""))
    return [{"product": name} | ({"version": version} if version else {}) for name, version in sorted(found)]


def _definitions(reader: _Reader) -> Iterator[dict[str, Any]]:
    """Yield the definitions of the products' kinds."""
    served = reader.client.served
    for group in sorted(PRODUCTS):
        names = {one.plural for version in served.versions(group) for one in served.resources(f"{group}/{version}")}
        for name in sorted(names):
            try:
                found = reader.client.get(_DEFINITION, None, f"{name}.{group}")
            except DeniedError as error:
                reader.deny(_DEFINITION, None, error)
                return
            if found is not None:
                yield describe_definition(found)


def _nodes(reader: _Reader) -> dict[str, Any]:
    found = reader.list(NODE)
    return {} if found is None else {"nodes": group_nodes(found)}


def _pods(reader: _Reader, names: Sequence[str]) -> dict[str, Any]:
    found: list[Data] = []
    try:
        load = Load.of(_keep(reader.client.list(POD), names, found))
    except DeniedError as error:
        reader.deny(POD, None, error)
        return {"runs": group_pods(_in_namespaces(reader, POD, names))}
    return {"load": write_load(load), "runs": group_pods(found)}


def _keep(pods: Iterable[Data], names: Sequence[str], found: list[Data]) -> Iterator[Data]:
    """Yield all pods, and keep those of some namespaces."""
    for pod in pods:
        if pod["metadata"].get("namespace") in names:
            found.append(pod)
        yield pod


def _in_namespaces(reader: _Reader, kind: GroupVersionKind, names: Sequence[str]) -> Iterator[Data]:
    for namespace in names:
        yield from reader.list(kind, namespace) or ()


def _objects(reader: _Reader, kind: Kind, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the objects of a kind: in one entry of all namespaces, or in one per namespace."""
    served = reader.client.served
    versions = served.versions(kind.group) if kind.group else ("v1",)
    kinds = (GroupVersionKind(kind.group, version, kind.name) for version in versions)
    known = next((one for one in kinds if served.find(one) is not None), None)
    if known is None:
        return
    if kind.scope is not Scope.NAMED:
        found = reader.list(known)
        if found is not None:
            yield _entry(known, kind, found)
            return
    for namespace in names if kind.scope is not Scope.CLUSTER else ():
        found = reader.list(known, namespace)
        if found is not None:
            yield _entry(known, kind, found, namespace)
    if known.group_kind == "/Namespace":
        yield from _named_namespaces(reader, known, kind, names)


def _named_namespaces(
    reader: _Reader, known: GroupVersionKind, kind: Kind, names: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield the names namespaces, which a user may get who may not list all."""
    for name in names:
        try:
            found = reader.client.get(known, None, name)
        except DeniedError as error:
            reader.deny(known, name, error)
        else:
            yield _entry(known, kind, [] if found is None else [found], name)


def _entry(known: GroupVersionKind, kind: Kind, found: Iterable[Data], namespace: str | None = None) -> dict[str, Any]:
    items = [trim(kind, one) for one in found if kind.is_kept(one)]
    if namespace is not None:
        for one in items:
            one["metadata"].pop("namespace", None)
    items.sort(key=lambda one: (one["metadata"].get("namespace", ""), one["metadata"]["name"]))
    place = {"namespace": namespace} if namespace is not None else {}
    return {"apiVersion": known.api_version, "kind": known.name, **place, "items": items}
