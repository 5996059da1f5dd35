"""What Artifact Hub and others read of the chart's definition (https://artifacthub.io/docs/topics/annotations/helm)."""

import tomllib

import yaml

from ci.generate.chart_file import chart_file
from tests.chart.helm import CHART
from tests.conftest import CHECKOUT

DEFINITION = yaml.safe_load((CHART / "Chart.yaml").read_text(encoding="utf-8"))
ANNOTATIONS = {
    name.removeprefix("artifacthub.io/"): yaml.safe_load(text) for name, text in DEFINITION["annotations"].items()
}
DOCUMENTED = {
    *("alternativeName", "category", "changes", "containsSecurityUpdates", "crds", "crdsExamples", "images", "license"),
    *("links", "maintainers", "operator", "operatorCapabilities", "prerelease", "recommendations", "screenshots"),
    "signKey",
}
KINDS = {"added", "changed", "deprecated", "removed", "fixed", "security"}

CHANGELOG = """# Changelog

## [Unreleased]

### Added

- Chart: one `thing: a`. It is
  told at length.
- Another thing.

### Fixed

- Chart: what was
  "broken"

## [0.2.0]

### Removed

- Chart: all of it.
"""


def changes(version: str) -> object:
    definition = f"name: a\nversion: {version}\nannotations:\n  artifacthub.io/changes: |\n    - old\n  other: b\n"
    written = yaml.safe_load(chart_file(definition, CHANGELOG))
    assert written["annotations"]["other"] == "b"
    return yaml.safe_load(written["annotations"]["artifacthub.io/changes"])


def test_the_annotations_are_documented_ones() -> None:
    assert set(ANNOTATIONS) <= DOCUMENTED
    assert ANNOTATIONS["category"] == "ai-machine-learning"
    assert [set(link) for link in ANNOTATIONS["links"]] == [{"name", "url"}]
    assert all(set(change) == {"kind", "description"} for change in ANNOTATIONS["changes"])
    assert {change["kind"] for change in ANNOTATIONS["changes"]} <= KINDS


def test_the_licence_is_the_projects() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert ANNOTATIONS["license"] == project["license"]


def test_the_changes_are_those_of_the_version() -> None:
    assert changes("0.2.0") == [{"kind": "removed", "description": "all of it"}]


def test_before_a_release_the_changes_are_what_is_unreleased() -> None:
    assert changes("0.3.0") == [
        {"kind": "added", "description": "one `thing: a`"},
        {"kind": "fixed", "description": 'what was "broken"'},
    ]
