"""What is imported of a TrainJob runs as Kubeflow Trainer runs it: every case that real controllers have expanded."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from render.engine import Refused
from render.importers.parts.importing import importing
from render.kube.schemas import Schemas
from render.manifests.objects import Object, objects
from render.manifests.trainjob import trainings
from render.problem import has_error
from render.source import Text, documents
from render.trainer import expand
from tests.conftest import CHECKOUT
from tests.importing.comparing import of_spec, spec_text, unexplained
from tests.importing.members import Facts, facts, gang, of_jobset

FOLDER = CHECKOUT.parent / "shared" / "conformance" / "trainer"
CASES = sorted(FOLDER.glob("2.*/*/")) if FOLDER.is_dir() else [FOLDER]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}-{case.name}")
def test_pods_are_those_that_trainer_makes(case: Path, shared: Path) -> None:
    assert shared
    release = case.parent.name
    outcome = importing([str(case / "trainjob.yaml"), str(case / "runtime.yaml")], release)
    if has_error(outcome.imported.problems):
        return
    was = expanded(case, release)
    try:
        now = of_spec(spec_text(outcome.imported))
    except Refused:
        return  # tests/importing/test_command.py: what is wrong with it is told
    assert not unexplained(was, now, outcome.imported.problems)


def expanded(case: Path, release: str) -> Facts:
    """Return the facts of what Trainer makes of a case."""
    items = tuple(_items(case))
    assert Schemas(trainer=release)
    [training] = trainings(items)
    made = expand(training, release).objects
    trains = next(role.name for role in training.replicated_jobs if role.step == "trainer")
    roles = {role.name for role in training.replicated_jobs}
    node = "node" if {"node", "launcher"} <= roles else trains
    return facts(of_jobset(made, node)) | gang(made)


def _items(case: Path) -> Iterator[Object]:
    for name in ("trainjob.yaml", "runtime.yaml"):
        text = Text(name, (case / name).read_text(encoding="utf-8"))
        for document, _ in documents(text):
            yield from (item for item in objects(document) if isinstance(item, Object))
