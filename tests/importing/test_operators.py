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
