"""The load of the nodes by all pods, and the pods of JobSets, as a snapshot has them."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from render.doctor.nodes.node_resources import Load, has_ended
from render.doctor.present_run import JOBSET_LABEL, jobset_of
from render.kube.quantity import amount, format_amount
from render.manifests.paths import Data
from render.manifests.pod_resources import Needs
from render.snapshot.kinds import Fields, select_fields

_CONTAINER: Fields = {
    "name": True,
    "restartPolicy": True,
    "resources": {"requests": True, "limits": True},
    "ports": True,
}
_SPEC: Fields = {
    "hostNetwork": True,
    "overhead": True,
    "resources": True,
    "initContainers": [_CONTAINER],
    "containers": [_CONTAINER],
}
"""The fields that the resources of a pod follow from."""
_SIZES = ("memory", "storage", "hugepages-")


def write_load(load: Load) -> list[dict[str, Any]]:
    """Return the loads, each with its nodes. `permanent` is that of pods that stay there, as those of DaemonSets."""
    found: dict[str, dict[str, Any]] = {}
    for name in sorted(load.now):
        own = {"requests": _quantities(load.now[name])}
        if name in load.for_good:
            own["permanent"] = _quantities(load.for_good[name])
        found.setdefault(json.dumps(own), {**own, "nodes": []})["nodes"].append(name)
    return list(found.values())


def _quantities(needs: Needs) -> dict[str, str]:
    return {
        name: format_amount(value, is_size=any(one in name for one in _SIZES)) for name, value in sorted(needs.items())
    }


def read_load(entries: Iterable[Mapping[str, Any]]) -> Load:
    """Return the load that `write_load` wrote."""
    now: dict[str, Needs] = {}
    permanent: dict[str, Needs] = {}
    for entry in entries:
        requests = _amounts(entry["requests"])
        now |= dict.fromkeys(entry["nodes"], requests)
        if "permanent" in entry:
            permanent |= dict.fromkeys(entry["nodes"], _amounts(entry["permanent"]))
    return Load(now, permanent)


def _amounts(quantities: Mapping[str, Any]) -> Needs:
    return {name: amount(quantity) or Fraction(0) for name, quantity in quantities.items()}


def group_pods(pods: Iterable[Data]) -> list[dict[str, Any]]:
    """Return the pods of JobSets that have not ended: equal pods of a run once, with the node of each."""
    runs: dict[tuple[str, str, str], dict[str, str | None]] = {}
    for pod in pods:
        if (run := jobset_of(pod)) and not has_ended(pod):
            metadata, spec = pod["metadata"], json.dumps(select_fields(pod["spec"], _SPEC))
            runs.setdefault((metadata["namespace"], run, spec), {})[metadata["name"]] = pod["spec"].get("nodeName")
    return [
        {"namespace": namespace, "name": run, "spec": json.loads(spec), "pods": dict(sorted(members.items()))}
        for (namespace, run, spec), members in sorted(runs.items())
    ]


def expand_pods(runs: Sequence[Mapping[str, Any]], namespace: str | None) -> Iterator[dict[str, Any]]:
    """Yield the pods of runs in a namespace, or in all, as an API server lists them."""
    for run in runs:
        for name, node in run["pods"].items() if namespace in (None, run["namespace"]) else ():
            labels = {JOBSET_LABEL: run["name"]}
            yield {
                "apiVersion": "v1",
                "kind": "Pod",
                "metadata": {"name": name, "namespace": run["namespace"], "labels": labels},
                "spec": run["spec"] | ({"nodeName": node} if node is not None else {}),
            }
