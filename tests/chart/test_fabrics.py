"""Every fabric on every machine, against a table of its own: `fabrics/NAME.yaml` has what a node has of it, no more.

`env` are its variables, `released` the names of those that differ between releases of a plug-in. `host` are folders of
the node with their places in the program (null where the place is ours to choose), `daemon` with those in the container
beside it, of which `containers` has the capabilities. What a machine adds stands below it; `~` names none.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.rules.network.lock_without_effect import LOCKING
from tests.chart.fabric_node import FabricNode
from tests.chart.helm import Helm, of_kind
from tests.chart.test_plugins import field
from tests.parity.test_kubeconform import kubeconform_verdicts
from tests.rules.findings import found

FACTS = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(Path(__file__).parent.glob("fabrics/*"))}
CASES = [(name, machine) for name, facts in FACTS.items() for machine in facts["machines"]]
BY_NAME = {f"{name} {machine}": (name, machine) for name, machine in CASES}

LINKED = {machine for _, machine in CASES if machine and re.search("(?i)gb[23]00|a4x", machine)}
"""Machines of four GPUs."""

each_case = pytest.mark.parametrize(("fabric", "machine"), CASES, ids=list(BY_NAME))


def spec(fabric: str, machine: str | None, **network: Any) -> dict[str, Any]:
    of_machine = {} if machine is None else {"machineType": machine}
    gpus = 4 if machine in LINKED else 8
    limits = {"nvidia.com/gpu": gpus, "memory": "800Gi", "cpu": 88}
    return {
        "kind": "TrainingJob",
        "image": "registry.example/train:1",
        "command": ["torchrun", "train.py"],
        "numNodes": 2,
        "resourcesPerNode": {"limits": limits},
        "network": {"fabric": fabric, **of_machine, **network},
    }


@pytest.fixture(name="facts")
def _facts(fabric: str, machine: str | None) -> dict[str, Any]:
    every, own = FACTS[fabric], FACTS[fabric]["machines"][machine]
    merged = {key: {**every.get(key, {}), **own.get(key, {})} for key in ("env", "resources", "host", "daemon")}
    return {**every, **own, **merged}


@pytest.fixture(name="node")
def _node(fabric: str, machine: str | None, helm4: Helm) -> FabricNode:
    return _rendered(helm4, fabric, machine)


@cache
def _rendered(helm: Helm, fabric: str, machine: str | None) -> FabricNode:
    return FabricNode.of(helm, spec(fabric, machine))


@each_case
def test_variables(node: FabricNode, facts: dict[str, Any]) -> None:
    expected = facts["env"]
    others = [name for name in node.env.keys() - expected.keys() if not _is_released(name, facts)]
    assert {name: node.env.get(name) for name in (*expected, *others)} == expected


def _is_released(name: str, facts: dict[str, Any]) -> bool:
    return any(re.fullmatch(form, name) for form in facts.get("released", ()))


@each_case
def test_devices_and_huge_pages(node: FabricNode, facts: dict[str, Any]) -> None:
    assert node.resources == facts["resources"]
    asked, limits = node.program["resources"].get("requests", {}), node.program["resources"]["limits"]
    assert facts["resources"].keys() <= asked.keys() or not facts["resources"]
    assert {name: limits[name] for name in asked} == asked
    assert node.preflight["resources"] == node.program["resources"]


@each_case
def test_adapters_by_claim(node: FabricNode, facts: dict[str, Any]) -> None:
    templates = of_kind(node.text, "ResourceClaimTemplate")
    requests = [one for found in templates for one in found["spec"]["spec"]["devices"]["requests"]]
    classes = {one["name"]: [one["exactly"]["deviceClassName"], one["exactly"]["count"]] for one in requests}
    assert classes == facts.get("claims", {})
    named = [claim["resourceClaimTemplateName"] for claim in node.template["spec"].get("resourceClaims", [])]
    assert named == [found["metadata"]["name"] for found in templates]


@each_case
def test_capabilities(node: FabricNode, facts: dict[str, Any]) -> None:
    for container in (node.program, node.preflight):
        assert container["securityContext"]["capabilities"].get("add", []) == facts.get("capabilities", [])
        assert container["securityContext"]["capabilities"]["drop"] == ["ALL"]
        assert container["securityContext"]["allowPrivilegeEscalation"] is False
    beside = {one["name"]: one["securityContext"]["capabilities"]["add"] for one in node.daemons}
    assert beside == facts.get("containers", {})
    assert not any(one["securityContext"].get("privileged") for one in node.daemons)


@each_case
def test_folders_of_the_machine(node: FabricNode, facts: dict[str, Any]) -> None:
    folders = node.host_folders(node.program)
    assert {path: facts["host"][path] and place for path, place in folders.items()} == facts["host"]
    for daemon in node.daemons:
        assert node.host_folders(daemon) == facts["daemon"]
        assert daemon["restartPolicy"] == "Always"


@each_case
def test_annotations(node: FabricNode, facts: dict[str, Any]) -> None:
    assert node.annotations.keys() == set(facts.get("annotations", ()))
    for key, text in node.annotations.items():
        if key.startswith("networking.gke.io/interfaces"):
            names = [interface["interfaceName"] for interface in yaml.safe_load(text)]
            assert (names[0], len(set(names))) == ("eth0", len(names))
            cards = facts["env"].get("NCCL_FASTRAK_IFNAME", facts["env"].get("NCCL_GPUDIRECTTCPX_SOCKET_IFNAME"))
            assert cards in (None, ",".join(names[1:]))
        if key == "k8s.v1.cni.cncf.io/networks":
            assert [len(text.split(","))] == [int(amount) for amount in facts["resources"].values()]


@each_case
def test_nothing_is_said_of_it(fabric: str, machine: str | None) -> None:
    """The real Helm, the schemas, the admission rules and all rules; a machine of another name is refused elsewhere."""
    problems = found(yaml.safe_dump(spec(fabric, machine)))
    assert [problem.message for problem in problems] == []


def test_kubeconform_takes_all_of_them(kubeconform: Path, helm4: Helm, tmp_path: Path) -> None:
    for position, case in enumerate(CASES):
        (tmp_path / f"{position}.yaml").write_text(_rendered(helm4, *case).text, encoding="utf-8")
    assert {status for _, status in kubeconform_verdicts(kubeconform, *tmp_path.iterdir())} == {"Valid"}


def test_every_fabric_and_every_machine_has_facts() -> None:
    assert FACTS.keys() == set(field("network.fabric")["enum"]) - {None}
    own = {
        machine for facts in FACTS.values() for machine, more in facts["machines"].items() if more or machine is None
    }
    assert own | {None} == {*field("network.machineType")["enum"], None}


@pytest.mark.parametrize("fabric", FACTS)
def test_it_gives_what_the_rules_think(fabric: str) -> None:
    assert ("IPC_LOCK" in FACTS[fabric].get("capabilities", [])) is (fabric in LOCKING)
