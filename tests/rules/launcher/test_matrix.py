"""Which program fits which launcher of a spec: the same four commands under each of them."""

from typing import Any

import pytest

from render.engine import Chart, coalesce_values
from render.manifests.loading import without_nulls
from render.programs.run import Run
from render.rules.runner import check_spec

COMMANDS = {
    "python": ["python", "train.py"],
    "torchrun": ["torchrun", "train.py"],
    "deepspeed": ["deepspeed", "train.py"],
    "mpirun": ["mpirun", "python", "train.py"],
    "horovodrun": ["horovodrun", "-np", "16", "--hostfile", "/etc/mpi/hostfile", "python", "train.py"],
    "llamafactory-cli": ["llamafactory-cli", "train", "a.yaml"],
    "swift": ["swift", "sft", "--model", "a"],
}
ALONE = {"torchrun": "RUN110", "deepspeed": "RUN171", "mpirun": "RUN171", "horovodrun": "RUN131"}
IDLE = dict.fromkeys(("python", "torchrun", "llamafactory-cli", "swift"), "RUN170")
EXPECTED: dict[str, dict[str, str]] = {
    "torchrun": {**ALONE, "torchrun": "", "python": "RUN109", "llamafactory-cli": "RUN134", "swift": "RUN171"},
    "plain": {**ALONE, "python": "", "llamafactory-cli": "", "swift": ""},
    "mpi": {**IDLE, "deepspeed": "RUN171", "mpirun": "", "horovodrun": ""},
    "horovod": {**IDLE, "deepspeed": "RUN171", "mpirun": "RUN171", "horovodrun": ""},
    "deepspeed": {**IDLE, "deepspeed": "", "mpirun": "RUN171", "horovodrun": "RUN193"},
    "ray": {**ALONE, "python": "", "llamafactory-cli": "RUN167", "swift": "RUN171", "horovodrun": "RUN193"},
}
CASES = [(launcher, name, code) for launcher, codes in EXPECTED.items() for name, code in codes.items()]


def codes(launcher: str, command: list[str]) -> set[str]:
    values: dict[str, Any] = {
        "image": "registry.example/train:1.0",
        "launcher": launcher,
        "command": command,
        "numNodes": 2,
        "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8, "cpu": 96}},
    }
    run = Run(without_nulls(coalesce_values(Chart.bundled(), values)), "run")
    return {finding.rule.code for finding in check_spec(run) if finding.rule.severity.value == "error"}


@pytest.mark.parametrize(("launcher", "name", "code"), CASES)
def test_program_under_launcher(launcher: str, name: str, code: str) -> None:
    found = codes(launcher, COMMANDS[name])
    assert (code in found) if code else not found


@pytest.mark.parametrize("launcher", ["deepspeed", "horovod", "mpi"])
def test_torchrun_in_the_launcher_pod_is_one_error(launcher: str) -> None:
    assert codes(launcher, COMMANDS["torchrun"]) == {"RUN170"}


def test_an_unknown_launcher_may_set_any_variable() -> None:
    assert codes("torch", COMMANDS["torchrun"]) == set()
