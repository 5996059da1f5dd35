"""Whatever manifests hold, they are compared, or what is wrong with them is told: nothing ends in a traceback."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from render.diff.comparison import compare_sides
from render.diff.outputs import find, names
from render.diff.side import is_comparable, load_side
from render.engine import Chart
from render.kube.schemas import Schemas
from render.problem import has_error
from render.spec import Request
from tests.damage import damaged
from tests.golden.cases import CASES

OBJECTS = {found["kind"]: found for case in CASES for found in case.objects}
FORMATS = [find(name) for name in names()]
EVERY = 9
"""Of the damages of an object, one of so many: there are thousands."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(OBJECTS))
def test_damaged_objects(kind: str, tmp_path: Path) -> None:
    whole = _read(tmp_path / "whole.yaml", OBJECTS[kind])
    taken = 0
    for found in _damaged(OBJECTS[kind]):
        other = _read(tmp_path / "damaged.yaml", found)
        taken += is_comparable(other)
        assert is_comparable(other) or has_error(other.problems)
        for sides in ((whole, other), (other, whole)):
            report = compare_sides(sides[0].entries, sides[1].entries, Schemas())
            told = ["".join(lines(report)) for lines in FORMATS]
            assert json.loads(told[names().index("json")])["isLoss"] is report.is_loss
    assert taken


def _damaged(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from (found for number, found in enumerate(damaged(item)) if number % EVERY == 0)


def _read(file: Path, item: dict[str, Any]) -> Any:
    file.write_text(json.dumps(item), encoding="utf-8")
    return load_side(str(file), Request(Chart.bundled()), Schemas())
