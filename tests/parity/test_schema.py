"""The schema stage of `render validate` against Helm's own reading of the same schema."""

import random
from pathlib import Path
from typing import Any

import helm_python
import pytest

from render.engine import Chart
from render.engine.rejection_text import parse_rejection
from render.kube.validator import Validator
from render.schema_errors.checker import SchemaChecker
from render.schema_errors.error import ErrorKind, SchemaError, json_pointer
from tests.badinput.places import changed, places
from tests.badinput.test_types import FULL, VALUES

CHANGES = 12
"""Values that are wrong, or right by chance, in one spec."""


@pytest.fixture(scope="module")
def checker() -> SchemaChecker:
    return SchemaChecker.of(Validator(Chart.bundled().schema()))


@pytest.fixture(scope="module")
def chart() -> helm_python.Chart:
    return helm_python.Chart.load(Path(Chart.bundled().path))


def damaged(seed: int) -> dict[str, Any]:
    """Return a spec with every field, some of them changed; the same one for the same seed."""
    choice = random.Random(seed)
    spec = FULL[choice.choice(sorted(FULL))]
    found = choice.sample(sorted(places(spec)), CHANGES)
    damage: dict[str, Any] = changed(spec, {place: VALUES[choice.choice(sorted(VALUES))] for place in found})
    return damage


def helms(chart: helm_python.Chart, values: dict[str, Any]) -> set[str]:
    try:
        chart.validate_schema(values)
    except helm_python.HelmValuesError as error:
        return {refusal.pointer or "" for refusal in parse_rejection(str(error)).rejections}
    return set()


def ours(mistakes: list[SchemaError]) -> set[str]:
    return {json_pointer(m.path[:-1] if m.kind is ErrorKind.MISSING_KEY else m.path) for m in mistakes}


@pytest.mark.parametrize("seed", range(60))
def test_both_find_the_same_places(seed: int, checker: SchemaChecker, chart: helm_python.Chart) -> None:
    values = damaged(seed)
    found = ours(checker.errors(values))
    assert found == helms(chart, values)
    assert found


def test_both_find_nothing_in_whole_specs(checker: SchemaChecker, chart: helm_python.Chart) -> None:
    for spec in FULL.values():
        assert (ours(checker.errors(spec)), helms(chart, spec)) == (set(), set())
