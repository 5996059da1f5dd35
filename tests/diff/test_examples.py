"""Every example against itself, with one key of the spec changed."""

from pathlib import Path
from typing import NamedTuple

import pytest

from render.diff.fate import Action
from render.diff.report import Report, compare
from render.diff.sides import is_comparable, side
from render.diff.workloads import RUNS
from render.engine import Chart
from render.kube.schemas import Schemas
from render.spec import Request
from tests.golden.cases import ROOT, Case, each_case


class Expected(NamedTuple):
    """What becomes of a run, and of the environment's ConfigMap."""

    run: Action
    env: Action
    is_loss: bool


# A JobSet keeps its pods. A TrainJob keeps its runtime, whose name ends in the hash of what it holds.
CHANGES = {
    "image=registry.example/other:1": Expected(Action.REFUSED, Action.UNCHANGED, is_loss=True),
    "pod.labels.example\\.com/team=other": Expected(Action.REFUSED, Action.UNCHANGED, is_loss=True),
    "env.SOMETHING_NEW=x": Expected(Action.REFUSED, Action.RENAMED, is_loss=True),
    "name=another-name": Expected(Action.RENAMED, Action.RENAMED, is_loss=True),
    "local.numNodes=1": Expected(Action.UNCHANGED, Action.UNCHANGED, is_loss=False),
}
TRAINED = ("JobSet", "TrainJob")


def report(spec: Path, *sets: str) -> Report:
    sides = [side(str(spec), Request(Chart.bundled(), sets=chosen), Schemas()) for chosen in ((), sets)]
    assert all(map(is_comparable, sides)), [found.problems for found in sides]
    return compare(sides[0].entries, sides[1].entries, Schemas())


@each_case
def test_nothing_changes(case: Case) -> None:
    found = compare(*2 * (side(str(case.path), Request(Chart.bundled()), Schemas()).entries,), Schemas())
    assert {fate.action for fate in found.fates} == {Action.UNCHANGED}
    assert (found.told, found.is_loss) == ((), False)


@pytest.mark.parametrize("change", CHANGES)
@each_case
def test_one_key(case: Case, change: str) -> None:
    if not case.of_kind("JobSet") and not case.of_kind("TrainJob"):
        pytest.skip("renders no training")
    expected = CHANGES[change]
    found = report(ROOT / "examples" / case.name / "spec.yaml", change)
    [run] = [fate for fate in found.fates if fate.pair.entry.kind.name in TRAINED]
    assert run.pair.entry.kind.group_kind in RUNS
    assert run.action is expected.run
    assert found.is_loss is expected.is_loss
    assert bool(found.told) is (expected.run is not Action.UNCHANGED)
    env = {fate.action for fate in found.fates if "-env-" in fate.pair.entry.name}
    assert env in ({expected.env}, set())
    assert {fate.action for fate in found.fates}.isdisjoint({Action.REMOVED, Action.CREATED, Action.RECREATED})
