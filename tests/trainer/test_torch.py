"""Torch: which processes, which variables, in which container."""

from typing import Any

import pytest

from render.trainer.apply import INDEX
from tests.trainer.samples import TRAINER, container, expanded, jobs, replicated, runtime, variables

NODE = {"name": "node", "image": "train"}
TORCH = {"numNodes": 2, "torch": {}}
SIZE = ["PET_NNODES", "PET_NPROC_PER_NODE", "PET_NODE_RANK"]
ALL = [*SIZE, "PET_MASTER_ADDR", "PET_MASTER_PORT"]


def test_variables() -> None:
    assert variables(expanded({"trainer": {"numNodes": 4, "numProcPerNode": 8}}, runtime(TORCH))) == [
        ("PET_NNODES", "4"),
        ("PET_NPROC_PER_NODE", "8"),
        ("PET_NODE_RANK", INDEX),
        ("PET_MASTER_ADDR", "run-node-0-0.run"),
        ("PET_MASTER_PORT", "29500"),
    ]


def test_the_name_of_the_job_and_the_subdomain_count_for_nothing() -> None:
    given = runtime(TORCH, network={"subdomain": "ours"})
    given["template"]["spec"]["replicatedJobs"][0]["name"] = "worker"
    assert dict(variables(expanded({"trainer": {}}, given)))["PET_MASTER_ADDR"] == "run-node-0-0.run"


def test_without_a_trainer_there_are_no_variables_and_no_port() -> None:
    found = container(expanded({}, runtime(TORCH)))
    assert found == NODE
    assert jobs(expanded({}, runtime(TORCH)))[0]["template"]["spec"]["completions"] == 2


ORDER = {
    "behind the runtime's and the TrainJob's": (["A"], ["B"], ["A", "B", *ALL]),
    "in the place of the runtime's": (["PET_NNODES", "A"], [], ["PET_NNODES", "A", *ALL[1:]]),
    "a variable of both stays where it was": (["A", "B"], ["C", "A"], ["A", "B", "C", *ALL]),
}


@pytest.mark.parametrize("case", ORDER)
def test_order(case: str) -> None:
    of_runtime, of_job, expected = ORDER[case]
    node = NODE | {"env": [{"name": name, "value": "runtime"} for name in of_runtime]}
    asked = [{"name": name, "value": "job"} for name in of_job]
    found = variables(expanded({"trainer": {"env": asked}}, runtime(TORCH, node)))
    assert [name for name, _ in found] == expected
    assert {value for name, value in found if name in of_job} <= {"job"}


PORTS: dict[str, tuple[list[Any], list[Any]]] = {
    "none": ([], [29500]),
    "one with a name": ([{"name": "http", "containerPort": 80}], [80, 29500]),
    "one without: it has the same name": ([{"containerPort": 80}], [29500]),
    "the same number": ([{"name": "torch", "containerPort": 29500}], [29500]),
    "two without a name are one": ([{"containerPort": 80}, {"containerPort": 81}], [81, 81]),
}


@pytest.mark.parametrize("case", PORTS)
def test_port(case: str) -> None:
    given, expected = PORTS[case]
    found = container(expanded({"trainer": {}}, runtime(TORCH, NODE | {"ports": given})))
    assert [port["containerPort"] for port in found["ports"]] == expected


COUNTS: dict[str, tuple[str, Any, Any, dict[str, Any], str]] = {
    "2.1: GPUs leave it to torchrun": ("2.1", "auto", None, {"limits": {"nvidia.com/gpu": 2}}, "auto"),
    "2.1: CPUs": ("2.1", "auto", None, {"limits": {"cpu": "3.5"}}, "4"),
    "2.1: GPUs are not counted either": ("2.1", "gpu", None, {"limits": {"cpu": 4}}, "gpu"),
    "2.1: CPUs beside GPUs": ("2.1", "cpu", None, {"limits": {"cpu": 4, "nvidia.com/gpu": 2}}, "4"),
    "2.1: a number of the runtime": ("2.1", 3, None, {"limits": {"cpu": 4}}, "3"),
    "2.1: the TrainJob's wins": ("2.1", 3, "cpu", {"limits": {"cpu": 4}}, "4"),
    "2.1: a number as text": ("2.1", "auto", "8", {}, "8"),
    "2.1: nothing said at all": ("2.1", None, None, {}, "1"),
    "2.3: a number": ("2.3", None, 8, {"limits": {"cpu": 4}}, "8"),
    "2.3: fractions are rounded up": ("2.3", None, None, {"requests": {"cpu": "100m"}}, "1"),
    "2.3: no GPU is requested, one is allowed": (
        "2.3",
        None,
        None,
        {"requests": {"cpu": 2, "example.com/gpu": 0}, "limits": {"example.com/gpu": 1}},
        "auto",
    ),
    "2.3: half a GPU": ("2.3", None, None, {"requests": {"example.com/gpu": "0.5"}}, "auto"),
}


@pytest.mark.parametrize("case", COUNTS)
def test_processes(case: str) -> None:
    release, of_runtime, asked, resources, expected = COUNTS[case]
    torch = {} if of_runtime is None else {"numProcPerNode": of_runtime}
    trainer = {"resourcesPerNode": resources} | ({} if asked is None else {"numProcPerNode": asked})
    found = expanded({"trainer": trainer}, runtime({"torch": torch}), release)
    assert dict(variables(found))["PET_NPROC_PER_NODE"] == expected


def test_in_2_1_a_variable_of_the_trainjob_wins() -> None:
    given = {"trainer": {"env": [{"name": "PET_NNODES", "value": "9"}]}}
    assert dict(variables(expanded(given, runtime(TORCH), "2.1")))["PET_NNODES"] == "9"


def injection(*targets: tuple[str, list[str]]) -> dict[str, Any]:
    named = [{"jobName": job, "containerNames": names} for job, names in targets]
    return {"numNodes": 2, "torch": {"envInjection": {"targets": named}}}


def with_checks(policy: dict[str, Any]) -> dict[str, Any]:
    check = {"name": "check", "image": "check"}
    node = replicated("node", NODE, check, labels=TRAINER, initContainers=[check | {"name": "before"}, check])
    return {"mlPolicy": policy, "template": {"spec": {"replicatedJobs": [node, replicated("other")]}}}


def names(pods: Any, kind: str) -> list[list[str]]:
    found = pods["template"]["spec"]["template"]["spec"][kind]
    return [[variable["name"] for variable in one.get("env", [])] for one in found]


def test_injection() -> None:
    found = jobs(expanded({"trainer": {}}, with_checks(injection(("node", ["before", "check"]), ("other", ["other"])))))
    assert names(found[0], "containers") == [ALL, ALL], "a container comes before one of initContainers"
    assert names(found[0], "initContainers") == [ALL, []]
    assert names(found[1], "containers") == [ALL]
    assert "ports" not in found[1]["template"]["spec"]["template"]["spec"]["containers"][0]


def test_injection_needs_no_trainer() -> None:
    found = jobs(expanded({}, with_checks(injection(("node", ["check"])))))
    assert names(found[0], "containers") == [[], ALL]


@pytest.mark.parametrize("target", [("nobody", ["check"]), ("node", ["nobody"])], ids=str)
def test_injection_into_nothing(target: tuple[str, list[str]]) -> None:
    found = expanded({"trainer": {}}, with_checks(injection(target)))
    [refusal] = found.findings
    assert found.objects == ()
    assert refusal.path == ("spec", "mlPolicy", "torch", "envInjection", "targets", 0, "containerNames", 0)
    assert refusal.message == f"envInjection target {target[0]}/{target[1][0]} not found in runtime template"


def test_torchtune_gets_its_rendezvous_by_its_command() -> None:
    given = {"command": ["tune", "run"], "numNodes": 2, "numProcPerNode": 3}
    found = container(
        expanded({"trainer": given}, runtime(TORCH, NODE | {"command": ["tune", "output_dir=/out", "x"]}))
    )
    assert [variable["name"] for variable in found["env"]] == SIZE
    assert found["command"][2:] == [
        "--rdzv_endpoint=run-node-0-0.run:29500",
        *("full_finetune_distributed", "--config", "_full_multinode", "output_dir=/out"),
    ]
