"""Whatever road a spec takes through Argo CD, what arrives is what `render template` prints."""

import json
from pathlib import Path

import pytest

from tests.argocd.argo import Argo, Object
from tests.argocd.repository import example
from tests.chart.helm import objects
from tests.golden.cases import Case, each_example

TRACKING = "argocd.argoproj.io/tracking-id"
KUBERNETES = "1.37.0"


@pytest.fixture
def printed(case: Case, rendered: Path) -> list[str]:
    return [_text(found) for found in objects((rendered / case.name / "spec.yaml").read_text(encoding="utf-8"))]


@each_example
def test_chart_as_helm_source(case: Case, printed: list[str], manifests: Argo, team: Path) -> None:
    application = _named("application.yaml", case)
    application["spec"]["source"]["helm"]["valueFiles"] = [f"/examples/{case.name}/spec.yaml"]
    assert _applied(manifests, application, team) == printed


@each_example
def test_plugin(case: Case, printed: list[str], plugin: Argo, team: Path) -> None:
    application = _named("application-plugin.yaml", case)
    application["spec"]["source"]["path"] = f"examples/{case.name}"
    assert _applied(plugin, application, team) == printed


@each_example
def test_rendered_manifests(case: Case, printed: list[str], manifests: Argo, rendered: Path) -> None:
    application = _named("application-rendered.yaml", case)
    application["spec"]["source"]["path"] = case.name
    assert _applied(manifests, application, rendered) == printed


def test_objects_are_tracked(manifests: Argo, team: Path) -> None:
    """What is taken away above is there, and names the Application."""
    found = _manifests(manifests, example("application.yaml"), team)
    marks = [one["metadata"]["annotations"][TRACKING] for one in found]
    assert marks
    assert all(mark.startswith("mnist-ddp:") for mark in marks)


def _named(name: str, case: Case) -> Object:
    application = example(name)
    application["metadata"]["name"] = case.spec["name"]
    return application


def _applied(argo: Argo, application: Object, folder: Path) -> list[str]:
    return [_text(_untracked(found)) for found in _manifests(argo, application, folder)]


def _manifests(argo: Argo, application: Object, folder: Path) -> list[Object]:
    folders = {application["spec"]["source"]["repoURL"]: str(folder)}
    found: list[Object] = argo.ask(application=application, folders=folders, kubeVersion=KUBERNETES)["manifests"]
    return found


def _untracked(found: Object) -> Object:
    metadata = dict(found["metadata"])
    annotations = {key: value for key, value in metadata.pop("annotations").items() if key != TRACKING}
    return found | {"metadata": metadata | ({"annotations": annotations} if annotations else {})}


def _text(found: Object) -> str:
    return json.dumps(found, sort_keys=True)
