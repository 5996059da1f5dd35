"""What `render.programs` knows of a run without rendering it is what the chart renders.

Every launcher has an example, whose rendered pods are the reference. A launcher that is new in the chart fails here
until `render.programs.launcher_env` knows its variables.
"""

from typing import Any

import pytest

from render.engine import Chart, coalesce_values, merge_values, template
from render.programs.launcher_env import launcher_environment
from render.programs.run import Run
from tests.chart.helm import objects
from tests.conftest import CHECKOUT
from tests.golden.cases import CASES, Case
from tests.golden.controllers import all_pods, role_of
from tests.golden.kubelet import environment
from tests.golden.trainer import jobset_of

LAUNCHERS = sorted(path.stem for path in (CHECKOUT / "schemas" / "spec" / "launchers").glob("*.json"))
FOR_THE_LAUNCHER = ("OMPI_", "PRTE_", "HYDRA_", "I_MPI_", "HOROVOD_HOSTFILE")
"""What mpirun and horovodrun read for themselves, and no user's program."""
MISSING = "<missing>"
DOMAIN = ".default.svc.cluster.local"
"""The chart writes elastic's endpoint with it, and rules read the shorter name of the same pod."""
OTHERS = {"JOB_COMPLETION_INDEX", "CHECKPOINT_DIR", "GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME"}
"""Variables of the Job controller, of `storage` and of `network.interface`."""
GPUS = [
    "nvidia.com/gpu",
    "nvidia.com/gpu.shared",
    "nvidia.com/mig-1g.10gb",
    "amd.com/gpu",
    "gpu.intel.com/i915",
    "gpu.intel.com/xe",
    "habana.ai/gaudi",
]


def rendered(spec: dict[str, Any]) -> list[dict[str, Any]]:
    return objects(template(Chart.bundled(), spec, "run"))


def run_of(spec: dict[str, Any]) -> Run:
    return Run(coalesce_values(Chart.bundled(), spec), "run")


def spec_of(case: Case, port: int) -> dict[str, Any]:
    """An example as a JobSet without a fabric, so that the variables are the launcher's."""
    spec = merge_values([case.source.read_text(encoding="utf-8")])
    network = {key: value for key, value in spec.get("network", {}).items() if key == "interface"}
    more = {"target": "jobset", "trainjob": None, "topology": None, "network": {**network, "port": port}}
    return {**spec, "name": "run", **more}


def program_environments(spec: dict[str, Any], trainer: str) -> list[dict[str, str]]:
    """The variables of each pod in which the user's program runs."""
    found = rendered(spec)
    pods = [pod for pod in all_pods(jobset_of(found)) if role_of(pod) == trainer]
    containers = [(pod, one) for pod in pods for one in pod["spec"]["containers"] if one["name"] == "node"]
    return [environment(pod, container, found) for pod, container in containers]


def test_every_launcher_has_an_example() -> None:
    assert sorted({case.launcher for case in CASES}) == LAUNCHERS


@pytest.mark.parametrize("port", [29500, 31234])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_variables_are_those_of_the_pods(case: Case, port: int) -> None:
    spec = spec_of(case, port)
    known = launcher_environment(run_of(spec))
    pods = program_environments(spec, case.trainer)
    assert pods
    for variables in pods:
        found = {name: variables.get(name, MISSING).replace(DOMAIN, "") for name in known}
        assert found == {name: found[name] if value is None else value for name, value in known.items()}
        assert MISSING not in found.values()
    written = set.intersection(*map(set, pods)) - set(spec.get("env", {})) - OTHERS
    assert {name for name in written if not name.startswith(FOR_THE_LAUNCHER)} == known.keys()


@pytest.mark.parametrize("launcher", ["accelerate", "llamafactory", "torchrun"])
@pytest.mark.parametrize(("seconds", "expected"), [(600, "595"), (30, "25"), (5, "1"), (0, "1"), (None, None)])
def test_grace_period_reaches_torchrun(launcher: str, seconds: int | None, expected: str | None) -> None:
    spec = {"image": "a:1", "command": ["a"], "numNodes": 2, "launcher": launcher}
    spec["pod"] = {"terminationGracePeriodSeconds": seconds}
    known = launcher_environment(run_of(spec)).get("TORCH_ELASTIC_SHUTDOWN_TIMEOUT")
    for variables in program_environments(spec, "node"):
        assert variables.get("TORCH_ELASTIC_SHUTDOWN_TIMEOUT") == known == expected


@pytest.mark.parametrize("value", ["120", "$(OTHER)"])
def test_users_timeout_wins(value: str) -> None:
    name = "TORCH_ELASTIC_SHUTDOWN_TIMEOUT"
    spec = {"image": "a:1", "command": ["a"], "env": {name: value}, "pod": {"terminationGracePeriodSeconds": 600}}
    assert name not in launcher_environment(run_of(spec))
    assert [variables[name] for variables in program_environments(spec, "node")] == [value]


@pytest.mark.parametrize("resource", GPUS)
def test_gpus_are_those_that_the_chart_counts(resource: str) -> None:
    spec = {"name": "run", "image": "a:1", "command": ["torchrun", "a.py"], "numNodes": 2}
    spec["resourcesPerNode"] = {"limits": {resource: 3, "cpu": 7}}
    [first, *_] = program_environments(spec, "node")
    assert (first["PET_NPROC_PER_NODE"], run_of(spec).gpus) == ("3", 3)


@pytest.mark.parametrize("resource", ["rdma/hca", "vpc.amazonaws.com/efa", "nvidia.com/gpus", "example.com/gpu"])
def test_other_devices_are_none(resource: str) -> None:
    spec = {"name": "run", "image": "a:1", "command": ["torchrun", "a.py"], "numNodes": 2}
    spec["resourcesPerNode"] = {"limits": {resource: 3, "cpu": 7}}
    [first, *_] = program_environments(spec, "node")
    assert (first["PET_NPROC_PER_NODE"], run_of(spec).gpus) == ("7", 0)
