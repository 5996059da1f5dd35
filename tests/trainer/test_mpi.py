"""MPI: counts, slots, the hostfile, and what is mounted where."""

from typing import Any

import pytest

from render.trainer import Expansion
from tests.trainer.samples import TRAINER, container, expanded, jobs, replicated, variables

Data = dict[str, Any]

TWO_GPUS = {"limits": {"nvidia.com/gpu": 2}}
NODE = {"name": "node", "image": "train"}


def of(mpi: Data, *, nodes: int | None = None, network: Data | None = None, **node: Any) -> Data:
    """Return a runtime as Trainer's own are: unlabelled nodes, then the launcher, which the TrainJob configures."""
    pair = [replicated("node", NODE | node), replicated("launcher", NODE, labels=TRAINER)]
    spec = {"replicatedJobs": pair, **({} if network is None else {"network": network})}
    return {"mlPolicy": {"mpi": mpi} | ({} if nodes is None else {"numNodes": nodes}), "template": {"spec": spec}}


def counts(found: Expansion) -> list[int]:
    return [job["template"]["spec"]["completions"] for job in jobs(found)]


AS_NODE = {"runLauncherAsNode": True}
COUNTS: dict[str, tuple[Data, int | None, Data, list[int]]] = {
    "the TrainJob's are the nodes": ({}, None, {"numNodes": 4}, [4, 1]),
    "the runtime's are launchers": ({}, 4, {}, [1, 4]),
    "the launcher is one of them": (AS_NODE, None, {"numNodes": 4}, [3, 1]),
    "one is two": (AS_NODE, None, {"numNodes": 1}, [1, 1]),
    "none said": (AS_NODE, None, {}, [1, 1]),
}


@pytest.mark.parametrize("case", COUNTS)
def test_counts(case: str) -> None:
    mpi, nodes, trainer, expected = COUNTS[case]
    assert counts(expanded({"trainer": trainer}, of(mpi, nodes=nodes))) == expected


SLOTS: dict[str, tuple[Data, Data, Data, str]] = {
    "one": ({}, {}, {}, "1"),
    "the runtime's": ({"numProcPerNode": 4}, {}, {}, "4"),
    "the TrainJob's": ({"numProcPerNode": 4}, {"numProcPerNode": 8}, {}, "8"),
    "a GPU each": ({}, {"resourcesPerNode": TWO_GPUS}, {}, "2"),
    "GPUs of the runtime's node": ({}, {}, {"resources": TWO_GPUS}, "2"),
    "GPUs that are requested": (
        {},
        {"resourcesPerNode": {"requests": {"nvidia.com/gpu": 3}, "limits": {"nvidia.com/gpu": 2}}},
        {},
        "3",
    ),
    "GPUs, and the runtime says more": (
        {"numProcPerNode": 3},
        {},
        {"resources": {"limits": {"nvidia.com/gpu": 2}}},
        "3",
    ),
}


@pytest.mark.parametrize("case", SLOTS)
def test_slots(case: str) -> None:
    mpi, trainer, node, expected = SLOTS[case]
    found = expanded({"trainer": trainer}, of(mpi, **node))
    assert dict(variables(found, 1))["OMPI_MCA_orte_set_default_slots"] == expected
    assert f"slots={expected}\n" in found.objects[1]["data"]["hostfile"]


HOSTS: dict[str, tuple[Data, Data | None, str]] = {
    "nodes": ({}, None, "run-node-0-0.run slots=1\nrun-node-0-1.run slots=1\n"),
    "launcher": (AS_NODE, None, "run-node-0-0.run slots=1\nrun-launcher-0-0.run slots=1\n"),
    "subdomain": ({}, {"subdomain": "ours"}, "run-node-0-0.ours slots=1\nrun-node-0-1.ours slots=1\n"),
}


@pytest.mark.parametrize("case", HOSTS)
def test_hostfile(case: str) -> None:
    mpi, network, expected = HOSTS[case]
    found = expanded({"trainer": {"numNodes": 2}}, of(mpi, network=network))
    assert found.objects[1]["metadata"]["name"] == "run-mpi-hostfile"
    assert found.objects[1]["data"] == {"hostfile": expected}


@pytest.mark.parametrize(("release", "hosts"), [("2.1", 2), ("2.3", 4)])
def test_replicas_in_the_hostfile(release: str, hosts: int) -> None:
    given = of({})
    given["template"]["spec"]["replicatedJobs"][0]["replicas"] = 2
    lines = expanded({"trainer": {"numNodes": 2}}, given, release).objects[1]["data"]["hostfile"].splitlines()
    assert len(lines) == hosts
    assert lines[-1] == ("run-node-0-1.run slots=1" if release == "2.1" else "run-node-1-1.run slots=1")


def test_mounts() -> None:
    found = expanded({"trainer": {}}, of({"sshAuthMountPath": "/home/mpiuser/.ssh"}))
    mounts = [[mount["mountPath"] for mount in container(found, job)["volumeMounts"]] for job in (0, 1)]
    assert mounts == [["/home/mpiuser/.ssh"], ["/home/mpiuser/.ssh", "/etc/mpi"]]
    volumes = [[one["name"] for one in job["template"]["spec"]["template"]["spec"]["volumes"]] for job in jobs(found)]
    assert volumes == [["mpi-ssh-auth"], ["mpi-ssh-auth", "mpi-hostfile"]]


@pytest.mark.parametrize(("release", "mode"), [("2.1", None), ("2.3", 0o400)])
def test_keys_of_their_owner(release: str, mode: int | None) -> None:
    found = jobs(expanded({"trainer": {}}, of({}), release))[0]
    secret = found["template"]["spec"]["template"]["spec"]["volumes"][0]["secret"]
    assert secret.get("defaultMode") == mode
    assert [item["path"] for item in secret["items"]] == ["id_rsa", "id_rsa.pub", "authorized_keys"]


@pytest.mark.parametrize(("mpi", "image", "cpu", "env"), [({}, "train", None, []), (AS_NODE, "train", 4, ["A"])])
def test_what_a_node_gets(mpi: Data, image: str, cpu: int | None, env: list[str]) -> None:
    trainer = {"image": "ours", "env": [{"name": "A"}], "resourcesPerNode": {"limits": {"cpu": 4}}}
    found = expanded({"trainer": trainer}, of(mpi))
    node, launcher = container(found, 0), container(found, 1)
    assert (node["image"], launcher["image"]) == (image, "ours")
    assert [variable["name"] for variable in node.get("env", [])] == env
    assert launcher["env"][-1] == {"name": "A", "value": ""}
    assert node.get("resources") == (None if cpu is None else {"limits": {"cpu": str(cpu)}})
