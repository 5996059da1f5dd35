"""What the objects of a smoke test are in a sync of Argo CD, by the hook that the spec asks for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.argocd.argo import Argo, Object, running
from tests.chart.helm import CHART, Helm, objects
from tests.golden.cases import ROOT

SPEC = ROOT / "examples" / "mnist-ddp" / "spec.yaml"
TEST, RUN = "mnist-ddp-smoke", "mnist-ddp"


@pytest.fixture(scope="module")
def hooks(argocd: Path) -> Iterator[Argo]:
    with running(argocd, "hooks") as argo:
        yield argo


@pytest.fixture
def helm4(helm: Path, tmp_path: Path) -> Helm:
    return Helm(helm, tmp_path)


@pytest.mark.parametrize("hook", ["pre-install", "presync"])
def test_gate(hook: str, hooks: Argo, helm4: Helm) -> None:
    """The test runs before anything of the run exists, all of it in one wave: no part waits for another's health."""
    found = _classified(hook, hooks, helm4)
    assert all(answer["types"] == ["PreSync"] and answer["wave"] == 0 for answer in found[TEST].values())
    assert not any(answer["ignored"] for answer in found[TEST].values())
    _assert_no_hook(found[RUN])


def test_on_request(hooks: Argo, helm4: Helm) -> None:
    """What `helm test` runs is not applied."""
    found = _classified("test", hooks, helm4)
    assert all(answer["ignored"] for answer in found[TEST].values())
    _assert_no_hook(found[RUN])


@pytest.mark.parametrize("hook", ["test", "pre-install", "presync"])
def test_job_is_left_to_be_read(hook: str, hooks: Argo, helm4: Helm) -> None:
    """Its log is the result: it goes when the next one comes. What it needed goes with its success."""
    found = _classified(hook, hooks, helm4)[TEST]
    assert found.pop("Job")["deletePolicies"] == ["BeforeHookCreation"]
    assert found.keys() == {"ConfigMap", "PodGroup", "Service"}
    assert all(answer["deletePolicies"] == ["BeforeHookCreation", "HookSucceeded"] for answer in found.values())


def _classified(hook: str, hooks: Argo, helm: Helm) -> dict[str, dict[str, Object]]:
    """Return Argo CD's answers by kind, for the test and for the run."""
    settings = f"smokeTest.mode=with,smokeTest.hook={hook}"
    found: dict[str, dict[str, Object]] = {TEST: {}, RUN: {}}
    for one in objects(helm.template(CHART, "-f", SPEC, "--set", settings, name=RUN)):
        part = TEST if one["metadata"]["name"].startswith(TEST) else RUN
        found[part][one["kind"]] = hooks.query(**one)
    assert "Job" in found[TEST]
    assert "JobSet" in found[RUN]
    return found


def _assert_no_hook(found: dict[str, Object]) -> None:
    """A wave of its own would keep the sync open until the training ends."""
    assert not any(answer["hook"] or answer["ignored"] or answer["wave"] for answer in found.values())
