"""Cases of the simulation as data: a small cluster, runs, and what the documentation of the schedulers says happens."""

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from click.testing import CliRunner, Result

from render.cli.simulate import command
from tests.conftest import CHECKOUT

CASES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
EXAMPLE = CHECKOUT / "render" / "snapshot" / "examples" / "eks-p5.yaml"
_QUOTA = {"cpu": 1000, "memory": "100Ti"}
_RUN = {
    "apiVersion": "render/v1alpha1",
    "kind": "TrainingJob",
    "image": "registry.example/train:1",
    "launcher": "plain",
    "command": ["train"],
}
_RESOURCES = {"requests": {"cpu": 1, "memory": "1Gi"}, "limits": {"nvidia.com/gpu": 8, "memory": "1Gi"}}


def snapshot(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cluster of a case: nodes `n1`, `n2` ... of eight GPUs, queues, and classes `low` and `high`."""
    data: dict[str, Any] = yaml.safe_load(EXAMPLE.read_text(encoding="utf-8"))
    data["nodes"] = copy.deepcopy(case["nodes"]) if isinstance(case["nodes"], list) else [_shape(case["nodes"])]
    data["load"] = case.get("load", [])
    lists = {entry["kind"]: entry["items"] for entry in data["objects"]}
    queues = case.get("queues", {"q": {}})
    lists["ResourceFlavor"][:] = [{"metadata": {"name": "f"}, "spec": case.get("flavor", {})}]
    lists["Topology"][:] = case.get("topologies", [])
    lists["ClusterQueue"][:] = [_cluster_queue(name, row) for name, row in queues.items()]
    lists["LocalQueue"][:] = [
        {"metadata": {"name": name, "namespace": "default"}, "spec": {"clusterQueue": name}} for name in queues
    ]
    lists["WorkloadPriorityClass"][:] = [
        {"metadata": {"name": name}, "value": value} for name, value in (("high", 100), ("low", 1))
    ]
    lists["PriorityClass"][:] = copy.deepcopy(lists["WorkloadPriorityClass"])
    for one in case.get("objects", ()):
        _add(data, one)
    return data


def _add(data: dict[str, Any], item: Mapping[str, Any]) -> None:
    """Add an object of a kind that the example's cluster does not have."""
    api_version, kind = item["apiVersion"], item["kind"]
    group, _, version = api_version.rpartition("/")
    rest = {key: value for key, value in item.items() if key not in ("apiVersion", "kind")}
    known = next((one for one in data["objects"] if (one["apiVersion"], one["kind"]) == (api_version, kind)), None)
    if known is None:
        data["apis"].append({"group": group, "versions": [{"version": version, "kinds": [kind]}]})
        known = {"apiVersion": api_version, "kind": kind, "items": []}
        data["objects"].append(known)
    known["items"].append(rest)


def _shape(count: int) -> dict[str, Any]:
    allocatable = {"cpu": "64", "memory": "512Gi", "nvidia.com/gpu": "8", "pods": "110"}
    return {"allocatable": allocatable, "members": [{"name": f"n{number}"} for number in range(1, count + 1)]}


def _cluster_queue(name: str, row: Mapping[str, Any]) -> dict[str, Any]:
    amounts = {**_QUOTA, "nvidia.com/gpu": row.get("gpus", 32)}
    resources = [{"name": key, "nominalQuota": value} for key, value in amounts.items()]
    group = {"coveredResources": [*amounts], "flavors": [{"name": "f", "resources": resources}]}
    return {
        "metadata": {"name": name},
        "spec": {"namespaceSelector": {}, "resourceGroups": [group], **row.get("spec", {})},
    }


def spec(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the spec of a run of a case: of the scheduler `none`, unless it names a queue of Kueue or has `values`."""
    name = {"name": row["name"], "numNodes": row["nodes"]}
    limits = {**_RESOURCES["limits"], "nvidia.com/gpu": row.get("gpus", 8)}
    base = {**_RUN, **name, "resourcesPerNode": {**_RESOURCES, "limits": limits}, **row.get("values", {})}
    if "queue" not in row:
        priority = {"priorityClassName": row["priority"]} if "priority" in row else {}
        return {"scheduler": "none", **base, "pod": {**priority, **row.get("pod", {})}}
    priority = {"priorityClass": row["priority"]} if "priority" in row else {}
    return {**base, "scheduler": "kueue", "kueue": {"queue": row["queue"], **priority}, "pod": row.get("pod", {})}


def simulate(case: Mapping[str, Any], folder: Path, tools: str, *options: str) -> Result:
    """Run `render simulate` on a case."""
    files = {"cluster": snapshot(case), **{f"spec-{row['name']}": spec(row) for row in case["runs"]}}
    rows = [{"name": row["name"], "seconds": row.get("arrives", 0)} for row in case["runs"]]
    files["arrivals"] = {"apiVersion": "render/v1alpha1", "kind": "Arrivals", "runs": rows}
    rows = [{"name": row["name"], "seconds": row["trains"]} for row in case["runs"] if "trains" in row]
    files["durations"] = {"apiVersion": "render/v1alpha1", "kind": "Durations", "runs": rows}
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(json.dumps(content), encoding="utf-8")
    specs = [str(folder / f"spec-{row['name']}.yaml") for row in case["runs"]]
    named = [
        word for name in ("cluster", "arrivals", "durations") for word in (f"--{name}", str(folder / f"{name}.yaml"))
    ]
    arguments = [*specs, *named, "--tools", tools, *options]
    return CliRunner().invoke(command, arguments, standalone_mode=False)


def outcome(stdout: str) -> dict[str, Any]:
    """Return what a case expects, out of the JSON."""
    runs = json.loads(stdout)["runs"]
    started = sorted((run for run in runs if run["order"]), key=lambda run: int(run["order"]))
    return {
        "order": [run["name"] for run in started],
        "starts": {run["name"]: run["starts"] for run in started},
        "states": {run["name"]: run["state"] for run in runs},
    }
