"""RDMA adapters of a pod as the fabric of a spec: device, Multus networks, rights and NCCL's variables.

A fabric gives them to the nodes alone, with the capability IPC_LOCK. It replaces privileged containers, and a Multus
annotation, which a launcher without adapters would have as well.
"""

import re
from collections.abc import Mapping
from typing import Any

from render.importers.parts.importer import ImportNotes, RemainingFields, drop_empty
from render.kube.devices import EFA, is_gpu
from render.spec.codes import CARRIED_OTHERWISE

NETWORKS = "k8s.v1.cni.cncf.io/networks"
"""Multus attaches these networks to a pod (https://github.com/k8snetworkplumbingwg/multus-cni)."""

_ADAPTER = re.compile(r"rdma/.+|[^/]+/.*(hca|hostdev|infiniband|mlnx|roce|rdma|sriov|(?<![a-z])(ib|vf)(?![a-z])).*")
"""Pattern of the names that device plug-ins give to RDMA adapters."""

_SIMPLE = {"adapters": "NCCL_IB_HCA"}
_OPTIONS: Mapping[str, Mapping[str, str]] = {
    "infiniband": {**_SIMPLE, "topologyFile": "NCCL_TOPO_FILE"},
    "roce": {**_SIMPLE, "gidIndex": "NCCL_IB_GID_INDEX", "trafficClass": "NCCL_IB_TC"},
}
"""The options of a fabric that the chart writes as variables."""

_RIGHTS = {"IPC_LOCK", "SYS_RESOURCE"}
"""Capabilities that RDMA needs for pinned memory; the chart adds the first."""


def consume_fabric(template: RemainingFields, container: RemainingFields, notes: ImportNotes) -> dict[str, Any]:
    """Consume the RDMA adapters of a node, and return keys of the section `network`; empty without such a need.

    Adapters without special rights or networks stay in the container's resources.
    """
    security = container.section("securityContext")
    added = set(security.section("capabilities").data.get("add") or ())
    is_privileged = security.data.get("privileged") is True
    networks = template.section("metadata", "annotations").data.get(NETWORKS)
    if not (is_privileged or networks or added & _RIGHTS):
        return {}
    adapter = _adapter(container)
    if adapter is None:
        return {}
    resource, devices = adapter
    attachment = _attachment(networks, devices)
    env = {str(one.data.get("name")): one for one in container.items("env")}
    fabric = "roce" if networks or "NCCL_IB_GID_INDEX" in env else "infiniband"
    options: dict[str, Any] = {"resource": resource, "devices": devices}
    if networks and attachment:
        template.section("metadata", "annotations").consume(NETWORKS)
        options["attachment"] = attachment
    for side in ("requests", "limits"):
        container.section("resources", side).consume(resource)
    for option, name in _OPTIONS[fabric].items():
        options[option] = _take(env, name)
    if env.get("NCCL_NET") and env["NCCL_NET"].data.get("value") == "IB":
        _take(env, "NCCL_NET")
    _report_rights(security, added, fabric, notes, is_privileged=is_privileged)
    return {"fabric": fabric, fabric: drop_empty(options), "interface": _interface(env)}


def _adapter(container: RemainingFields) -> tuple[str, int] | None:
    """Return the name and number of a container's RDMA adapters; None if it has none, or several kinds."""
    resources = container.section("resources").data
    wanted = {**(resources.get("requests") or {}), **(resources.get("limits") or {})}
    found = [name for name in wanted if name != EFA and not is_gpu(name) and _ADAPTER.fullmatch(name)]
    if len(found) != 1 or not str(wanted[found[0]]).isdecimal():
        return None
    return found[0], int(wanted[found[0]])


def _attachment(networks: Any, devices: int) -> str | None:
    """Return the one network that is attached once for each device; None for any other list."""
    names = [name.strip() for name in str(networks or "").split(",")]
    return names[0] if len(names) == devices and len(set(names)) == 1 and not names[0].startswith("[") else None


def _take(env: Mapping[str, RemainingFields], name: str) -> Any:
    """Consume a literal variable; return its value, a number where it is one."""
    variable = env.get(name)
    if variable is None or "valueFrom" in variable.data or "$(" in str(variable.data.get("value", "")):
        return None
    value = str(variable.data.get("value", ""))
    variable.clear()
    return int(value) if value.isdecimal() else value


def _interface(env: Mapping[str, RemainingFields]) -> str | None:
    """Consume the interface of the sockets of NCCL and gloo, and return its exact name; None for prefixes and lists."""
    names = ("NCCL_SOCKET_IFNAME", "GLOO_SOCKET_IFNAME")
    values = {str(env[name].data.get("value", "")).removeprefix("=") for name in names if name in env}
    if len(values) != 1 or not re.fullmatch(r"[a-z]+[0-9][-.\w]*", found := values.pop()):
        return None
    for name in names:
        _take(env, name)
    return found


def _report_rights(
    security: RemainingFields, added: set[str], fabric: str, notes: ImportNotes, *, is_privileged: bool
) -> None:
    """Consume the rights that the fabric gives, and note what the container had beyond them."""
    if is_privileged:
        message = f"`privileged` becomes the fabric `{fabric}`: its devices and the capability IPC_LOCK"
        notes.add(CARRIED_OTHERWISE, (*security.path, "privileged"), message)
        security.consume("privileged")
    if added and added <= {"IPC_LOCK"}:
        security.section("capabilities").consume("add")
        security.drop_if("capabilities", {})
