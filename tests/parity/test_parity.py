"""The engine prints what the real `helm` prints, byte for byte, and refuses what it refuses."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import engine
from render.engine import RenderRejected
from tests.manifests import RELEASE, TRAINING_JOB, texts
from tests.overlays import Stack, stacks
from tests.real_helm import Answer, helm_template, written
from tests.schema import ROOT
from tests.strategies import accepted, bounded, mostly_valid

EXAMPLES = sorted(ROOT.glob("examples/*/spec.yaml"))


def own_template(files: list[str], sets: tuple[str, ...] = ()) -> Answer:
    backend = engine.choose_backend(None, sets)
    try:
        values = engine.merge_values(files, sets, engine=backend)
        return engine.template(TRAINING_JOB, values, RELEASE, "team", engine=backend)
    except RenderRejected as refused:
        return refused


def comparable(answer: Answer) -> object:
    """Return an answer without the words that the engine chooses itself: those for a `--set` into no mapping."""
    if not isinstance(answer, RenderRejected):
        return answer
    return [(r.pointer, r.message.partition("failed parsing --set data")[:2], r.hint) for r in answer.rejections]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.parent.name)
def test_example_is_printed_as_by_helm(example: Path, helm: Path) -> None:
    text = example.read_text()
    assert own_template([text]) == helm_template(helm, [text])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.parent.name)
def test_example_has_the_documents_of_helm_3(example: Path, helm3: Path) -> None:
    text = example.read_text()
    own, real = own_template([text]), helm_template(helm3, [text])
    assert isinstance(own, str)
    assert isinstance(real, str)
    assert [(name, document.strip()) for name, document in texts(own)] == [(n, d.strip()) for n, d in texts(real)]


@pytest.mark.slow
@bounded(100)
@given(mostly_valid)
def test_random_spec_is_printed_as_by_helm(helm: Path, spec: dict[str, Any]) -> None:
    assert comparable(own_template([written(spec)])) == comparable(helm_template(helm, [written(spec)]))


@pytest.mark.slow
@bounded(40)
@given(accepted)
def test_random_refusal_is_that_of_helm(helm: Path, spec: dict[str, Any]) -> None:
    assert comparable(own_template([written(spec)])) == comparable(helm_template(helm, [written(spec)]))


@pytest.mark.slow
@bounded(80)
@given(stacks)
def test_random_stack_is_merged_as_by_helm(helm_in_path: Path, stack: Stack) -> None:
    files = [written(file) for file in stack.files]
    own, real = own_template(files, stack.sets), helm_template(helm_in_path, files, stack.sets)
    assert comparable(own) == comparable(real)


def answers(strategy: st.SearchStrategy[Stack]) -> list[Answer]:
    """Return what becomes of some examples."""
    found: list[Answer] = []

    @bounded(40)
    @given(strategy)
    def keep(stack: Stack) -> None:
        found.append(own_template([written(file) for file in stack.files], stack.sets))

    keep()
    return found


@pytest.mark.usefixtures("helm_in_path")
@pytest.mark.parametrize(
    ("strategy", "least", "most"),
    [
        pytest.param(mostly_valid.map(lambda spec: Stack((spec,), ())), 0.9, 1.0, id="mended"),
        pytest.param(accepted.map(lambda spec: Stack((spec,), ())), 0.2, 0.8, id="accepted"),
        pytest.param(stacks, 0.4, 0.99, id="stacks"),
    ],
)
@pytest.mark.slow
def test_random_values_render_often_enough(strategy: st.SearchStrategy[Stack], least: float, most: float) -> None:
    found = answers(strategy)
    refused = [str(answer) for answer in found if isinstance(answer, RenderRejected)]
    assert least <= 1 - len(refused) / len(found) <= most, refused
