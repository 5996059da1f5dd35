"""The example of Flux: what its objects say fits its specs, and says of runs what is so."""

from pathlib import Path

import pytest
import yaml

from render.kube.cel.expression import NotSupportedError, evaluate
from tests.gitops.flux import EXAMPLE, checks, expected, objects, states
from tests.gitops.test_repositories import validated


@pytest.mark.parametrize("state", states(), ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_health(state: Path) -> None:
    data = yaml.safe_load(state.read_text(encoding="utf-8"))
    check = checks()[f"{data['apiVersion'].partition('/')[0]}/{data['kind']}"]
    assert _seen(check, data) == expected(state)


def _seen(check: dict[str, str], data: dict[str, object]) -> str:
    """Return what Flux sees: the order is that of its RFC 0009."""
    try:
        results = {name: evaluate(check[key], data) for name, key in (("Failed", "failed"), ("Current", "current"))}
    except NotSupportedError:
        return "Unknown"
    return next((name for name, result in results.items() if result), "InProgress")


def test_states_are_found() -> None:
    assert {path.parents[1].name for path in states()} == {"JobSet", "PodGroup", "TrainJob"}
    assert {expected(path) for path in states()} == {"Current", "Failed", "InProgress", "Unknown"}


def test_each_spec_is_the_values_of_a_release() -> None:
    [kustomization] = objects("kustomization.yaml")
    made = {one["name"]: one["files"] for one in kustomization["configMapGenerator"]}
    releases = [one for one in objects("release.yaml") if one["kind"] == "HelmRelease"]
    assert {one["metadata"]["name"] for one in releases} == made.keys()
    for one in releases:
        [source] = one["spec"]["valuesFrom"]
        assert made[source["name"]] == [source["valuesKey"]]
        spec = yaml.safe_load((EXAMPLE / source["valuesKey"]).read_text(encoding="utf-8"))
        assert (spec["name"], spec["gitops"]["engine"]) == (one["metadata"]["name"], "flux")


def test_kustomize_knows_the_names() -> None:
    [names] = objects("names.yaml")
    [reference] = names["nameReference"]
    assert reference["fieldSpecs"] == [{"path": "spec/valuesFrom/name", "kind": "HelmRelease"}]


def test_what_tests_trains_not() -> None:
    acceptance, training = objects("release.yaml")
    assert acceptance["spec"]["test"]["enable"] is True
    assert training["spec"]["dependsOn"] == [{"name": acceptance["metadata"]["name"]}]


def test_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = validated(EXAMPLE, monkeypatch, ".", "--output", "concise")
    *findings, summary = printed.splitlines()
    # Flux's own kinds have no schema here, and `names.yaml` configures Kustomize.
    assert {line.split(" ")[2] for line in findings} == {"KUB006", "SYN017"}
    assert summary == "6 files, 11 objects, 5 skipped (3 no schema, 1 for Kustomize, 1 no kind): 3 notes"
