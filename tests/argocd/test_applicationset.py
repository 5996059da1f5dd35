"""The ApplicationSet makes an Application of every spec, and each gives what `render template` prints for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.argocd.applied import applied, printed
from tests.argocd.argo import Argo, ArgoError, Object, running
from tests.argocd.repository import ADDRESS, commit, example, repository
from tests.golden.cases import EXAMPLES, Case, each_example

CHARTS = "registry.example.com/charts"


@pytest.fixture(scope="module")
def generator(argocd: Path) -> Iterator[Argo]:
    with running(argocd, "applications") as argo:
        yield argo


@pytest.fixture(scope="module")
def applications(generator: Argo, team: Path) -> dict[str, Object]:
    return {one["metadata"]["name"]: one for one in _generated(generator, team)}


def test_one_of_each_spec(applications: dict[str, Object]) -> None:
    assert sorted(applications) == sorted(case.spec["name"] for case in EXAMPLES)


def test_only_the_spec_and_its_name_differ(applications: dict[str, Object]) -> None:
    """What somebody writes into a spec reaches neither the project nor the place where it runs."""
    assert {(one["spec"]["project"], one["spec"]["destination"]["namespace"]) for one in applications.values()} == {
        ("default", "team")
    }


@each_example
def test_manifests(case: Case, applications: dict[str, Object], manifests: Argo, team: Path, rendered: Path) -> None:
    found = applied(applications[case.spec["name"]], manifests, {ADDRESS: team, CHARTS: team / "charts/training-job"})
    assert found == printed(rendered / case.name / "spec.yaml")


def test_spec_without_name(generator: Argo, tmp_path: Path) -> None:
    team = repository(tmp_path / "repository")
    (team / "examples" / "nameless").mkdir()
    (team / "examples" / "nameless" / "spec.yaml").write_text("kind: TrainingJob\n", encoding="utf-8")
    commit(team)
    with pytest.raises(ArgoError, match='map has no entry for key "name"'):
        _generated(generator, team)


def _generated(generator: Argo, team: Path) -> list[Object]:
    folders = {ADDRESS: str(team)}
    found: list[Object] = generator.query(applicationSet=example("applicationset.yaml"), folders=folders)[
        "applications"
    ]
    return found
