"""Of Kubeflow Trainer 2.1 as well, the twin and a real API server refuse the same.

Its definitions have the names of the newer ones, so that they need a server of their own.
"""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from render.kube.schemas import Schemas
from tests.cluster.server import Server
from tests.cluster.test_twin_crds import MINOR, Change, cases, changed, disagreement, refusals
from tests.strategies import bounded

TABLE = yaml.safe_load(Path(__file__).with_name("twin_trainer_2_1.yaml").read_text(encoding="utf-8"))
CASES = {case.data["kind"]: case for case in cases(TABLE)}
SCHEMAS = Schemas(MINOR, trainer="2.1")

every_kind = pytest.mark.parametrize("kind", CASES)


@every_kind
def test_one_change(kind: str, server_of_2_1: Server) -> None:
    case = CASES[kind]
    whole = changed(case.data, ())
    assert server_of_2_1.create(whole, dry_run=True).refusal == ""
    assert refusals(whole, SCHEMAS) == []
    found = {str(change): disagreement(server_of_2_1, changed(case.data, [change]), SCHEMAS) for change in case.changes}
    assert {change: told for change, told in found.items() if told} == {}


@every_kind
def test_several_changes(kind: str, server_of_2_1: Server) -> None:
    case = CASES[kind]

    @bounded(150)
    @given(st.lists(st.sampled_from(case.changes), min_size=2, max_size=4, unique_by=lambda change: change.place))
    def agree(changes: list[Change]) -> None:
        assert disagreement(server_of_2_1, changed(case.data, changes), SCHEMAS) == ""

    agree()
