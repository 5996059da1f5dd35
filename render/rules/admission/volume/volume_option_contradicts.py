"""ADM407 volume-option-contradicts: the options of a volume's source conflict, or are reserved.

An Azure disk has the URI of a blob, or of a resource if it is managed; a Flocker dataset a name or a UUID; a Quobyte
registry a host and a port; a `gitRepo` a directory inside its volume. FlexVolume options under `kubernetes.io` and
`k8s.io` are reserved for the kubelet. The API server rejects the pod.

Source: https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/volume/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: data, azureDisk: {diskName: data, diskURI: 'https://a.example/data.vhd', kind: Managed}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train}]
      volumes: [{name: data, azureDisk: {diskName: data, diskURI: /subscriptions/a/disks/data, kind: Managed}}]
"""

import re
from collections.abc import Iterator

from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import forbidden, invalid, required, unsupported
from render.rules.admission.volume._paths import check_relative
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_BLOB = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"
_RESOURCE = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"
_HOSTS_AND_PORTS = re.compile("[^:,]+:[0-9]+(,[^:,]+:[0-9]+)*")
_MAX_TENANT = 64
_RESERVED = re.compile(r"([^/]*\.)?(kubernetes\.io|k8s\.io)/.*")


@rule(keys=("azureDisk", "flexVolume", "flocker", "gitRepo", "quobyte"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the options of each source."""
    for path, volume in list_items(pod.spec_path, pod.spec, "volumes"):
        yield from _check_azure((*path, "azureDisk"), volume.get("azureDisk", {}))
        for key in volume.get("flexVolume", {}).get("options", {}):
            if _RESERVED.fullmatch(key):
                why = "kubernetes.io and k8s.io namespaces are reserved"
                yield invalid((*path, "flexVolume", "options", key), key, why)
        if "flocker" in volume:
            yield from _check_flocker((*path, "flocker"), volume["flocker"])
        yield from _check_quobyte((*path, "quobyte"), volume.get("quobyte", {}))
        repository, place = volume.get("gitRepo"), (*path, "gitRepo")
        if repository is not None:
            if not repository.get("repository"):
                yield required((*place, "repository"))
            yield from check_relative((*place, "directory"), repository.get("directory", ""))


def _check_azure(path: Path, source: Data) -> Iterator[Finding]:
    address = source.get("diskURI", "")
    is_managed = source.get("kind") == "Managed"
    if address and not address.startswith("/subscriptions/" if is_managed else "https://"):
        yield unsupported((*path, "diskURI"), address, [_RESOURCE if is_managed else _BLOB])


def _check_flocker(path: Path, source: Data) -> Iterator[Finding]:
    name, identifier = source.get("datasetName", ""), source.get("datasetUUID", "")
    if not name and not identifier:
        yield required(path, "one of datasetName and datasetUUID is required")
    elif name and identifier:
        yield forbidden((*path, "datasetUUID"), "datasetName and datasetUUID can not be specified simultaneously")
    if "/" in name:
        yield invalid((*path, "datasetName"), name, "must not contain '/'")


def _check_quobyte(path: Path, source: Data) -> Iterator[Finding]:
    registry = source.get("registry", "")
    if registry and not _HOSTS_AND_PORTS.fullmatch(registry):
        why = "must be a host:port pair or multiple pairs separated by commas"
        yield invalid((*path, "registry"), registry, why)
    if len(source.get("tenant", "")) > _MAX_TENANT:
        yield required((*path, "tenant"), f"must be a UUID and may not exceed a length of {_MAX_TENANT} characters")
