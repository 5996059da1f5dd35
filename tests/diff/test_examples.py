"""Every example against itself, with one key of the spec changed."""

from pathlib import Path
from typing import NamedTuple

import pytest

from render.diff.comparison import Comparison, compare_sides
from render.diff.effect import Action
from render.diff.side import is_comparable, load_side
from render.diff.side_object import RUNS
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


def report(spec: Path, *sets: str) -> Comparison:
    sides = [load_side(str(spec), Request(Chart.bundled(), sets=chosen), Schemas()) for chosen in ((), sets)]
    assert all(map(is_comparable, sides)), [found.problems for found in sides]
    return compare_sides(sides[0].entries, sides[1].entries, Schemas())


@each_case
def test_nothing_changes(case: Case) -> None:
    found = compare_sides(*2 * (load_side(str(case.path), Request(Chart.bundled()), Schemas()).entries,), Schemas())
    assert {effect.action for effect in found.effects} == {Action.UNCHANGED}
    assert (found.notes, found.is_loss) == ((), False)


@pytest.mark.parametrize("change", CHANGES)
@each_case
def test_one_key(case: Case, change: str) -> None:
    if not case.of_kind("JobSet") and not case.of_kind("TrainJob"):
        pytest.skip("renders no training")
    expected = CHANGES[change]
    found = report(ROOT / "examples" / case.name / "spec.yaml", change)
    [run] = [effect for effect in found.effects if effect.pair.entry.kind.name in TRAINED]
    assert run.pair.entry.kind.group_kind in RUNS
    assert run.action is expected.run
    assert found.is_loss is expected.is_loss
    assert bool(found.notes) is (expected.run is not Action.UNCHANGED)
    env = {effect.action for effect in found.effects if "-env-" in effect.pair.entry.name}
    assert env in ({expected.env}, set())
    assert {effect.action for effect in found.effects}.isdisjoint({Action.REMOVED, Action.CREATED, Action.RECREATED})
