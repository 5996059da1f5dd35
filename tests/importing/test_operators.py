"""What is imported of a PyTorchJob or an MPIJob runs as its operator runs it: every file of tests/import/cases."""

from pathlib import Path

import pytest
import yaml

from render.importers.parts.import_files import import_files
from tests.importing import operators
from tests.importing.comparing import FOLDER, of_spec, spec_text, unexplained
from tests.importing.members import facts

CASES = sorted((FOLDER / "cases").glob("*.yaml"))
PODS = {"PyTorchJob": operators.pytorchjob, "MPIJob": operators.mpijob}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_pods_are_those_that_the_operator_makes(case: Path) -> None:
    job = yaml.safe_load(case.read_text(encoding="utf-8"))
    members = PODS[job["kind"]](job)
    outcome = import_files([str(case)], "2.3")
    now = of_spec(spec_text(outcome.imported))
    assert not unexplained(facts(members) | operators.gang(job, members), now, outcome.imported.problems)


def test_the_address_that_a_plain_program_reads_of_torchrun_s_variables(tmp_path: Path) -> None:
    job = yaml.safe_load((FOLDER / "cases" / "pytorchjob-mnist.yaml").read_text(encoding="utf-8"))
    for role in job["spec"]["pytorchReplicaSpecs"].values():
        role["template"]["spec"]["containers"][0]["args"] = ["--store=$(PET_MASTER_ADDR):$(PET_MASTER_PORT)"]
    file = tmp_path / "job.yaml"
    file.write_text(yaml.safe_dump(job), encoding="utf-8")
    env = import_files([str(file)], "2.3").imported.values["env"]
    assert (env["PET_MASTER_ADDR"], env["PET_MASTER_PORT"]) == ("$(MASTER_ADDR)", "$(MASTER_PORT)")
