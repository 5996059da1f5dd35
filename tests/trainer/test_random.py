"""Whatever TrainJob and runtime their schemas take: an expansion never fails, and is the same each time."""

from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.engine import Chart
from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.manifests.objects import Object
from render.manifests.schema_check import schema_errors
from render.source import Document
from render.source.yaml_writer import to_yaml
from render.spec import Request
from render.trainer import expand
from render.validation.expand import expand_files
from render.validation.inputs import Settings
from tests.strategies import bounded
from tests.trainer.grown import trainings

releases = pytest.mark.parametrize("release", ["2.1", "2.3"])


@pytest.mark.slow
@releases
def test_expansion(release: str) -> None:
    @bounded(40)
    @given(st.data())
    def survives(data: st.DataObject) -> None:
        training = data.draw(trainings(release))
        before = deepcopy((training.job.data, training.runtime.data))
        found = expand(training, release)
        assert (training.job.data, training.runtime.data) == before
        assert expand(training, release) == found
        assert found.objects or found.findings

    survives()


@pytest.mark.slow
@releases
def test_what_is_wrong_is_said_and_nothing_else_is_wrong(release: str, tmp_path: Path) -> None:
    schemas, file = Schemas(trainer=release), tmp_path / "both.yaml"
    settings = Settings(Request(Chart.bundled()), schemas)

    @bounded(40)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        training = data.draw(trainings(release))
        file.write_text(f"{to_yaml(training.job.data)}---\n{to_yaml(training.runtime.data)}", encoding="utf-8")
        found = expand_files(str(file), (), settings)
        told = [problem for result in found.results for problem in result.problems]
        assert all(problem.message and problem.file for problem in told)
        for made in () if found.is_refused else found.objects:
            kind = GroupVersionKind.of(made["apiVersion"], made["kind"])
            assert schema_errors(Object(Document("", "", None), "", kind, dict(made)), schemas) == []

    check()
