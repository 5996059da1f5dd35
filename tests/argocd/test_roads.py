"""Whatever road a spec takes through Argo CD, what arrives is what `render template` prints."""

from pathlib import Path

import pytest

from tests.argocd.applied import TRACKING, applied, manifests_of, printed
from tests.argocd.argo import Argo, Object
from tests.argocd.repository import ADDRESS, example
from tests.golden.cases import Case, each_example


@pytest.fixture
def expected(case: Case, rendered: Path) -> list[str]:
    return printed(rendered / case.name / "spec.yaml")


@each_example
def test_chart_as_helm_source(case: Case, expected: list[str], manifests: Argo, team: Path) -> None:
    application = _named("application.yaml", case)
    application["spec"]["source"]["helm"]["valueFiles"] = [f"/examples/{case.name}/spec.yaml"]
    assert applied(application, manifests, {ADDRESS: team}) == expected


@each_example
def test_plugin(case: Case, expected: list[str], plugin: Argo, team: Path) -> None:
    application = _named("application-plugin.yaml", case)
    application["spec"]["source"]["path"] = f"examples/{case.name}"
    assert applied(application, plugin, {ADDRESS: team}) == expected


@each_example
def test_rendered_manifests(case: Case, expected: list[str], manifests: Argo, rendered: Path) -> None:
    application = _named("application-rendered.yaml", case)
    application["spec"]["source"]["path"] = case.name
    assert applied(application, manifests, {ADDRESS: rendered}) == expected


def test_objects_are_tracked(manifests: Argo, team: Path) -> None:
    """What is left out above is there, and names the Application."""
    found = manifests_of(example("application.yaml"), manifests, {ADDRESS: team})
    marks = [one["metadata"]["annotations"][TRACKING] for one in found]
    assert marks
    assert all(mark.startswith("mnist-ddp:") for mark in marks)


def _named(name: str, case: Case) -> Object:
    application = example(name)
    application["metadata"]["name"] = case.spec["name"]
    return application
