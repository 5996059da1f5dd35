"""Devices by claims on the real scheduler: what it allocates to a run's pods is what the manifests count.

The driver is played: its ResourceSlices and DeviceClass are plain objects. The driver's part on a node, which prepares
devices, has no part in the allocation.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from render.cli import render
from tests.chart.helm import CHART
from tests.cluster.pool import Pool
from tests.cluster.watching import Pods, followed
from tests.golden.trainer import jobset_of

EXAMPLE = CHART.parents[1] / "examples" / "dra" / "spec.yaml"
NODES, GPUS = 2, 8
DRIVER = "gpu.nvidia.com"
DEVICE_CLASS = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "DeviceClass",
    "spec": {
        "selectors": [
            {"cel": {"expression": f"device.driver == '{DRIVER}' && device.attributes['{DRIVER}'].type == 'gpu'"}}
        ]
    },
}


@pytest.fixture(name="pool")
def _pool(pool: Pool) -> Pool:
    known = pool.server.get(f"/apis/resource.k8s.io/v1/deviceclasses/{DRIVER}")
    if known.refusal:
        assert pool.server.create({**DEVICE_CLASS, "metadata": {"name": DRIVER}}).refusal == ""
    return pool


def publish(pool: Pool, node: str, gpus: int, architecture: str = "Hopper") -> None:
    """Publish the GPUs of a node as NVIDIA's driver does."""
    attributes = {"type": {"string": "gpu"}, "architecture": {"string": architecture}}
    devices = [{"name": f"gpu-{index}", "attributes": attributes} for index in range(gpus)]
    one = {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceSlice",
        "metadata": {"name": f"{node}-{DRIVER}"},
        "spec": {
            "driver": DRIVER,
            "nodeName": node,
            "pool": {"name": node, "generation": 1, "resourceSliceCount": 1},
            "devices": devices,
        },
    }
    assert pool.server.create(one).refusal == ""


def grow(pool: Pool, *gpus: int, architecture: str = "Hopper") -> None:
    """Add nodes without any extended resource, each with GPUs of the driver."""
    for count in gpus:
        node = f"{pool.name}-{next(pool.numbers)}"
        pool.add(node, cpu="96", memory="1Ti")
        publish(pool, node, count, architecture)


def are_bound(pods: Pods) -> bool:
    return len(pods) == NODES and all(state.node for state in pods.values())


def have_been_tried(pods: Pods) -> bool:
    return len(pods) == NODES and all(state.node or state.refused for state in pods.values())


def allocated(pool: Pool) -> dict[str, list[tuple[str, str]]]:
    """Return the devices of each pod: their pool, which is a node, and their name."""
    items = pool.server.get(f"/apis/resource.k8s.io/v1/namespaces/{pool.name}/resourceclaims").body["items"]
    found: dict[str, list[tuple[str, str]]] = {}
    for claim in items:
        results = claim.get("status", {}).get("allocation", {}).get("devices", {}).get("results", [])
        for pod in claim.get("status", {}).get("reservedFor", []):
            found.setdefault(pod["name"], []).extend((one["pool"], one["device"]) for one in results)
    return found


def counts(rendered: list[Any]) -> dict[str, int]:
    """Return the GPUs of a node as each part of the manifests says."""
    pod = jobset_of(rendered)["spec"]["replicatedJobs"][0]["template"]["spec"]["template"]["spec"]
    [preflight] = [one for one in pod["initContainers"] if one["name"] == "preflight"]
    [variables] = [one["data"] for one in rendered if "-env-" in one["metadata"]["name"]]
    options = dict(word.split("=", 1) for word in preflight["args"])
    return {
        "preflight's GPUs": int(options["--gpus"]),
        "preflight's processes": int(options["--processes"]),
        "torchrun's processes": int(variables["PET_NPROC_PER_NODE"]),
    }


def test_what_is_allocated_is_what_is_rendered(pool: Pool) -> None:
    grow(pool, GPUS, GPUS)
    rendered = pool.start(pool.name, example=EXAMPLE)
    followed(pool.server, pool.name, are_bound)
    devices = allocated(pool)
    assert [len(own) for own in devices.values()] == [GPUS] * NODES
    assert len({device for own in devices.values() for device in own}) == NODES * GPUS
    assert Counter(counts(rendered).values()) == Counter({GPUS: 3})
    listed = json.loads(CliRunner().invoke(render, ["pods", str(EXAMPLE), "-o", "json"], standalone_mode=False).stdout)
    assert [pod["devices"] for pod in listed] == [[{"deviceClassName": DRIVER, "count": GPUS}]] * NODES
    nodes = {pod: {node for node, _ in own} for pod, own in devices.items()}
    bound = {one["metadata"]["name"]: {one["spec"]["nodeName"]} for one in pool.pods(pool.name)}
    assert nodes == bound


def test_a_pod_waits_for_all_of_its_devices(pool: Pool) -> None:
    """One node has a GPU too few, another one GPUs that the selector excludes."""
    grow(pool, GPUS, GPUS - 1)
    grow(pool, GPUS, architecture="Ampere")
    pool.start(pool.name, example=EXAMPLE)
    states = followed(pool.server, pool.name, have_been_tried)
    last = {state.pod: state for state in states}
    assert sorted(state.node or "" for state in last.values()) == ["", f"{pool.name}-0"]
    assert [
        state.refused
        for state in last.values()
        if state.node is None and "cannot allocate all claims" in str(state.refused)
    ]
    assert [len(own) for own in allocated(pool).values()] == [GPUS]


def test_an_extended_resource_of_a_device_class(pool: Pool, tmp_path: Path) -> None:
    """The scheduler claims for `deviceclass.resource.kubernetes.io/NAME`, and the chart counts it."""
    grow(pool, GPUS, GPUS)
    overlay = tmp_path / "overlay.yaml"
    resource = "deviceclass.resource.kubernetes.io/gpu.nvidia.com"
    overlay.write_text(f"devices: {{gpu: null}}\nresourcesPerNode: {{limits: {{{resource}: {GPUS}}}}}\n", "utf-8")
    rendered = pool.start(pool.name, "-f", str(overlay), example=EXAMPLE)
    assert of_kind_names(rendered, "ResourceClaimTemplate") == []
    followed(pool.server, pool.name, are_bound)
    assert [len(own) for own in allocated(pool).values()] == [GPUS] * NODES
    assert counts(rendered)["torchrun's processes"] == GPUS


def of_kind_names(rendered: list[Any], kind: str) -> list[str]:
    return [one["metadata"]["name"] for one in rendered if one["kind"] == kind]
