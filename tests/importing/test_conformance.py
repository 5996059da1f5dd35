"""What is imported of a TrainJob runs as Kubeflow Trainer runs it.

The cases are those that real controllers have expanded, and those of tests/import/trainjobs (RELEASE-NAME.yaml).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from render.engine import RenderRejected
from render.importers.parts.import_files import import_files
from render.importers.parts.importer import ImportResult
from render.manifests.objects import Object, objects
from render.manifests.trainjob import Training, trainings
from render.problem import has_error
from render.source import Text, load_documents
from render.trainer import expand
from render.trainer.expansion import with_builtin_runtime
from tests.conftest import RECORDINGS
from tests.importing.comparing import FOLDER, of_spec, spec_text, unexplained
from tests.importing.members import Facts, facts, gang, of_jobset


class Case(NamedTuple):
    """A TrainJob with its runtime."""

    name: str
    files: tuple[Path, ...]
    release: str

    def imported(self) -> ImportResult:
        return import_files([str(file) for file in self.files], self.release).imported

    def training(self) -> Training:
        items = tuple(self._items())
        found = next(trainings(items), None) or with_builtin_runtime(items[0], self.release)
        assert found is not None
        return found

    def expanded(self) -> Facts:
        """Return the facts of what Trainer makes of it."""
        training = self.training()
        made = expand(training, self.release).objects
        names = {role.name for role in training.replicated_jobs}
        trains = next(role.name for role in training.replicated_jobs if role.step == "trainer")
        return facts(of_jobset(made, "node" if {"node", "launcher"} <= names else trains)) | gang(made)

    def _items(self) -> Iterator[Object]:
        for file in self.files:
            for document, _ in load_documents(Text(file.name, file.read_text(encoding="utf-8"))):
                yield from (item for item in objects(document) if isinstance(item, Object))


def real() -> Iterator[Case]:
    """Yield what real controllers have expanded."""
    for folder in sorted((RECORDINGS / "trainer").glob("2.*/*/")):
        release = folder.parent.name
        yield Case(f"{release}-{folder.name}", (folder / "trainjob.yaml", folder / "runtime.yaml"), release)


def own() -> Iterator[Case]:
    for file in sorted((FOLDER / "trainjobs").glob("*.yaml")):
        yield Case(file.stem, (file,), file.stem.partition("-")[0])


CASES = [*real(), *own()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_pods_are_those_that_trainer_makes(case: Case) -> None:
    imported = case.imported()
    if has_error(imported.problems):
        return
    try:
        now = of_spec(spec_text(imported))
    except RenderRejected:
        return  # tests/importing/test_command.py: what is wrong with a spec is told
    assert not unexplained(case.expanded(), now, imported.problems)


def test_there_are_real_cases() -> None:
    assert len(CASES) > len(list(own()))
