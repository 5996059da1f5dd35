"""The expansion of TrainJobs against what real controllers made of them (tests/recordings)."""

import pytest
import yaml

from render.manifests.trainjob import Training
from render.trainer import expand
from tests.trainer.conformance import FOLDER, Case, cases, differences
from tests.trainer.samples import container, expanded, read, runtime, variables

made = pytest.mark.parametrize("case", [case for case in cases() if not case.messages("rejected")], ids=str)


def test_there_are_cases_of_each_release() -> None:
    assert {case.release for case in cases()} == {"2.1", "2.3"}


@made
def test_objects(case: Case) -> None:
    job, given = (read(path.read_text(encoding="utf-8"))[0] for path in (case.trainjob, case.runtime))
    expansion = expand(Training(job, given), case.release)
    assert list(differences(case.expected, expansion.objects)) == []
    assert expansion.findings == ()


def test_processes() -> None:
    table = yaml.safe_load((FOLDER / "nproc-table.yaml").read_text(encoding="utf-8"))
    assert len(table["rows"]) > 20
    for row in table["rows"]:
        trainer = {"numProcPerNode": row["numProcPerNode"], "resourcesPerNode": row["trainJobResourcesPerNode"]}
        node = {"name": "node", "image": "train", "resources": row["runtimeContainerResources"] or {}}
        expansion = expanded(
            {"trainer": {key: value for key, value in trainer.items() if value is not None}},
            runtime({"numNodes": 1, "torch": {}}, node),
        )
        assert dict(variables(expansion))["PET_NPROC_PER_NODE"] == row["PET_NPROC_PER_NODE"], row["name"]
        assert container(expansion).get("resources", {}) == row["renderedResources"], row["name"]
