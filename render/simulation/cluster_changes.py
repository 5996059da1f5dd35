"""Changes of a cluster before a simulation: another quota, more nodes of a shape."""

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from render.kube.quantity import amount
from render.simulation.programs import SimulationError

_QUOTA = re.compile(r"(?P<queue>[^:=]+):((?P<flavor>[^:=]+):)?(?P<resource>[^:=]+)=(?P<quantity>.+)")
_NODES = re.compile(r"(?P<node>[^=]+)=(?P<count>[0-9]{1,5})")


def change_cluster(data: Mapping[str, Any], quotas: Sequence[str], nodes: Sequence[str]) -> dict[str, Any]:
    """Return the content of a snapshot with `QUEUE:[FLAVOR:]RESOURCE=QUANTITY` and `NODE=COUNT` applied.

    Raises SimulationError for a queue, a resource or a node that the cluster does not have.
    """
    changed: dict[str, Any] = copy.deepcopy(dict(data))
    for text in quotas:
        _set_quota(changed, text)
    for text in nodes:
        _add_nodes(changed, text)
    return changed


def _set_quota(data: dict[str, Any], text: str) -> None:
    match = _QUOTA.fullmatch(text)
    if match is None or amount(match["quantity"]) is None:
        raise SimulationError(
            f"`--set-quota {text}` is not a quota", "write `QUEUE:RESOURCE=QUANTITY`, such as `p5:nvidia.com/gpu=64`"
        )
    found = list(_quotas(data, match["queue"], match["flavor"], match["resource"]))
    if len(found) != 1:
        what = f"`{match['resource']}` in the ClusterQueue `{match['queue']}`"
        if not found:
            raise SimulationError(f"`--set-quota {text}`: the cluster has no quota of {what}")
        hint = "write `QUEUE:FLAVOR:RESOURCE=QUANTITY`"
        raise SimulationError(f"`--set-quota {text}`: {len(found)} flavors have a quota of {what}", hint)
    found[0]["nominalQuota"] = match["quantity"]


def _quotas(data: dict[str, Any], queue: str, flavor: str | None, resource: str) -> Iterator[dict[str, Any]]:
    for entry in data.get("objects", ()):
        for item in entry["items"] if entry["kind"] == "ClusterQueue" else ():
            if item["metadata"]["name"] == queue:
                for group in item["spec"].get("resourceGroups", ()):
                    for one in group["flavors"]:
                        if flavor in (None, one["name"]):
                            yield from (row for row in one["resources"] if row["name"] == resource)


def _add_nodes(data: dict[str, Any], text: str) -> None:
    match = _NODES.fullmatch(text)
    if match is None:
        raise SimulationError(f"`--add-nodes {text}` is not a number of nodes", "write `NODE=COUNT`, such as `p5-0=4`")
    known = {member["name"] for shape in data.get("nodes", ()) for member in shape["members"]}
    for shape in data.get("nodes", ()):
        for member in shape["members"]:
            if member["name"] == match["node"]:
                names = (f"{match['node']}-more-{number}" for number in range(1, 100_000))
                free = (name for name in names if name not in known)
                shape["members"] += [{**member, "name": next(free)} for _ in range(int(match["count"]))]
                return
    raise SimulationError(f"`--add-nodes {text}`: the cluster has no node `{match['node']}`")
