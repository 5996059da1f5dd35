"""Specs that are rendered together render what each does on its own."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import engine
from render.engine import Chart, Release, Rendered, RenderRejected
from render.engine.helm_library import HelmLibrary
from render.engine.validation_chart import batch_values, load_batch_chart, split_output
from tests.badinput.test_types import FULL
from tests.strategies import bounded, mostly_valid

CHECKOUT = Path(__file__).parents[2]
FOLDERS = [*CHECKOUT.glob("examples/*/spec.yaml"), *CHECKOUT.glob("charts/training-job/ci/*.yaml")]
TEXTS = {str(path.relative_to(CHECKOUT)): path.read_text(encoding="utf-8") for path in sorted(FOLDERS)}
BACKEND = HelmLibrary()
CHART = Chart.bundled()
MINIMAL = "image: i\ncommand: [c]\n"

ODD = {
    "nulls": "env: null\npod: {labels: null, tolerations: [{key: a, effect: null}]}\nnetwork: null\nenabled: null",
    "an umbrella's values": "global: {a: {b: null}}\nenabled: true",
    "Go's word for nothing": "args: ['<no value>', 'a<no value>b']\nenv: {A: '<no value>'}",
    "what JSON and HTML escape": 'args: ["<&>\\u2028\\u2029\\\\\\"", "{{ .Values }}", "a\\nb\\n\\n"]',
    "numbers": "numNodes: 3\nttlSecondsAfterFinished: 2147483647\nnetwork: {port: 29501}",
    "defaults": "",
}


def release(text: str, name: str = "run") -> Release:
    return Release(engine.merge_values([text]), name, f"of-{name}")


def alone(given: Release) -> Rendered:
    [found] = BACKEND.files(CHART, [given], scripts=False)
    return found


@pytest.fixture(scope="module")
def defaults() -> Mapping[str, Any]:
    return engine.merge_values([CHART.read("values.yaml") or ""])


def in_one(releases: Sequence[Release], defaults: Mapping[str, Any]) -> list[dict[str, str]]:
    """Render releases together, and by no other way where that fails."""
    [text] = load_batch_chart(CHART).render(batch_values(releases, defaults), name="any").values()
    return split_output(text)


def test_examples_and_cases_of_the_chart(defaults: Mapping[str, Any]) -> None:
    releases = [release(text, f"run-{number}") for number, text in enumerate(TEXTS.values())]
    found = in_one(releases, defaults)
    assert len(found) > 30
    for path, one, files in zip(TEXTS, releases, found, strict=True):
        assert files == alone(one), path


def test_specs_with_every_field(defaults: Mapping[str, Any]) -> None:
    releases = [Release(spec, "run", "team") for spec in FULL.values()]
    assert in_one(releases, defaults) == [alone(given) for given in releases]


@pytest.mark.parametrize("case", ODD)
def test_odd_values(case: str, defaults: Mapping[str, Any]) -> None:
    others = [release(MINIMAL, "before"), release(MINIMAL, "behind")]
    releases = [others[0], release(MINIMAL + ODD[case]), others[1]]
    assert in_one(releases, defaults) == [alone(given) for given in releases]


@bounded(40)
@given(st.lists(mostly_valid, min_size=2, max_size=4))
def test_random_specs(specs: list[dict[str, Any]]) -> None:
    releases = [Release(spec, f"run-{number}") for number, spec in enumerate(specs)]
    together = BACKEND.files(CHART, releases, scripts=False)
    assert list(map(comparable, together)) == [comparable(alone(given)) for given in releases]


def comparable(found: Rendered) -> object:
    return found.plain() if isinstance(found, RenderRejected) else found


@pytest.mark.parametrize(
    "refused",
    [
        pytest.param(release("name: R\n" + MINIMAL), id="by the chart"),
        pytest.param(release(MINIMAL, "Run"), id="for its release's name"),
        pytest.param(release(MINIMAL + "launcher: none-such"), id="by Helm"),
    ],
)
def test_one_that_is_refused_among_others(refused: Release) -> None:
    good = release(MINIMAL)
    found = BACKEND.files(CHART, [good, refused, good, refused], scripts=False)
    assert [isinstance(one, RenderRejected) for one in found] == [False, True, False, True]
    assert list(map(comparable, found)) == [comparable(alone(given)) for given in (good, refused, good, refused)]
