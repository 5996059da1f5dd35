"""The smoke test on a fabric: what the training's nodes have of it, the test's have, and it is what the test proves."""

from typing import Any

import pytest

from tests.chart.helm import Helm, Object
from tests.chart.test_plugins import field
from tests.chart.test_smoke import job_of, program, rendered

FABRICS = sorted({str(name) for name in field("network.fabric")["enum"]} - {"None", "none"})
GPUS = {"resourcesPerNode.limits.nvidia\\.com/gpu": "8", "resourcesPerNode.limits.memory": "1Ti"}

each_fabric = pytest.mark.parametrize("fabric", FABRICS)


MACHINES = {"efa": "p5.48xlarge", "gib": "a4-highgpu-8g"}
"""Where the fabric can't be without one."""


def with_fabric(helm: Helm, fabric: str, **settings: str) -> list[Object]:
    machine = {"network.machineType": MACHINES[fabric]} if fabric in MACHINES else {}
    return rendered(helm, **{"smokeTest.mode": "with", "network.fabric": fabric, **machine, **GPUS, **settings})


def node_of(found: list[Object]) -> Any:
    [jobset] = [item for item in found if item["kind"] == "JobSet"]
    [role] = jobset["spec"]["replicatedJobs"]
    return role["template"]["spec"]["template"]


def option(found: list[Object], name: str) -> str | None:
    words = [word.partition("=")[2] for word in program(job_of(found))["args"] if word.startswith(f"--{name}=")]
    return words[0] if words else None


def network_variables(container: Object, found: list[Object]) -> dict[str, str]:
    names = {source["configMapRef"]["name"] for source in container.get("envFrom", [])}
    maps = [item["data"] for item in found if item["kind"] == "ConfigMap" and item["metadata"]["name"] in names]
    own = {variable["name"]: variable.get("value") for variable in container.get("env", [])}
    every = {name: value for data in (*maps, own) for name, value in data.items()}
    return {name: value for name, value in every.items() if name.startswith(("FI_", "GLOO_", "LD_", "NCCL_"))}


@each_fabric
def test_it_proves_the_fabric_of_the_nodes(fabric: str, helm4: Helm) -> None:
    assert option(with_fabric(helm4, fabric), "fabric") == fabric
    assert option(with_fabric(helm4, fabric, **{"smokeTest.fabric": fabric}), "fabric") == fabric


@each_fabric
def test_gloo_proves_nothing_of_it(fabric: str, helm4: Helm) -> None:
    assert option(with_fabric(helm4, fabric, **{"smokeTest.backend": "gloo"}), "fabric") == "none"


@each_fabric
def test_its_nodes_have_what_those_of_the_training_have(fabric: str, helm4: Helm) -> None:
    found = with_fabric(helm4, fabric)
    template, own = node_of(found), job_of(found)["spec"]["template"]
    [trained], tested = template["spec"]["containers"], program(job_of(found))
    assert tested["resources"] == trained["resources"]
    assert tested["securityContext"]["capabilities"] == trained["securityContext"]["capabilities"]
    assert network_variables(tested, found) == network_variables(trained, found) != {}
    assert own["metadata"]["annotations"].items() >= template["metadata"]["annotations"].items()


@each_fabric
def test_it_is_roots_only_where_memory_is_locked(fabric: str, helm4: Helm) -> None:
    job = job_of(with_fabric(helm4, fabric))
    locks = "IPC_LOCK" in program(job)["securityContext"]["capabilities"].get("add", [])
    assert job["spec"]["template"]["spec"]["securityContext"].get("runAsUser") == (None if locks else 65534)


LINKED = {
    "network.machineType": "gb300-4x",
    "network.computeDomain.mode": "create",
    "resourcesPerNode.limits.nvidia\\.com/gpu": "4",
    "smokeTest.hook": "pre-install",
}


@pytest.mark.parametrize(("nodes", "proven"), [("2", "nvlink"), ("18", "nvlink"), ("19", "infiniband")])
def test_a_rack_proves_its_nvlink(nodes: str, proven: str, helm4: Helm) -> None:
    """Nineteen nodes are in two racks of 18, so that the network between them counts."""
    found = with_fabric(helm4, "infiniband", **{**LINKED, "numNodes": nodes})
    assert option(found, "fabric") == proven
    [domain] = [one for one in found if one["kind"] == "ComputeDomain" and "smoke" in one["metadata"]["name"]]
    claims = job_of(found)["spec"]["template"]["spec"]["resourceClaims"]
    channel = domain["spec"]["channel"]["resourceClaimTemplate"]["name"]
    assert claims == [{"name": "compute-domain", "resourceClaimTemplateName": channel}]


def test_its_floor_is_that_of_the_machines_gpu(helm4: Helm) -> None:
    over_gloo = {"smokeTest.backend": "gloo"}
    assert option(with_fabric(helm4, "efa"), "gpu") == "H100"
    assert option(with_fabric(helm4, "efa", **{"smokeTest.gpu": "H100"}), "gpu") == "H100"
    assert option(with_fabric(helm4, "efa", **over_gloo), "gpu") is None
    assert option(with_fabric(helm4, "infiniband"), "gpu") is None
