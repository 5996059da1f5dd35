"""What a change of a running training does, by the annotations and claims that decide it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.diff.test_cases import diff

SYNC = "argocd.argoproj.io/sync-options"
FORCE = {SYNC: "Replace=true,Force=true"}


def run(image: str, **annotations: str) -> dict[str, Any]:
    mounts = [{"name": "state", "mountPath": "/state"}]
    claim = {"name": "state", "persistentVolumeClaim": {"claimName": "state"}}
    container = {"name": "node", "image": image, "volumeMounts": mounts}
    pod = {"restartPolicy": "Never", "containers": [container], "volumes": [claim]}
    role = {"name": "node", "template": {"spec": {"template": {"spec": pod}}}}
    metadata = {"name": "run", "annotations": annotations}
    return {
        "apiVersion": "jobset.x-k8s.io/v1alpha2",
        "kind": "JobSet",
        "metadata": metadata,
        "spec": {"replicatedJobs": [role]},
    }


def claim(**annotations: str) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "state", "annotations": annotations},
        "spec": {"accessModes": ["ReadWriteMany"], "resources": {"requests": {"storage": "1Ti"}}},
    }


def outcome(folder: Path, old: list[dict[str, Any]], new: list[dict[str, Any]]) -> dict[str, Any]:
    for name, items in (("old", old), ("new", new)):
        content = {"apiVersion": "v1", "kind": "List", "items": items}
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    found: dict[str, Any] = json.loads(diff(folder, "old.json", "new.json", "--output", "json").stdout)
    return found


@pytest.mark.parametrize(
    ("options", "action"),
    [
        ("Replace=true,Force=true", "recreated"),
        ("Force=true, Prune=false, Replace=true", "recreated"),
        ("Replace=true", "refused"),
        ("Force=true", "refused"),
        ("Replace=false,Force=true", "refused"),
        ("", "refused"),
    ],
)
def test_argocd_recreates_with_both_options_only(tmp_path: Path, options: str, action: str) -> None:
    """Source: https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/ (Force Sync)."""
    found = outcome(tmp_path, [run("a:1", **{SYNC: options})], [run("a:2", **{SYNC: options})])
    assert [one["action"] for one in found["objects"]] == [action]


@pytest.mark.parametrize(("annotation", "is_found"), [("helm.sh/resource-policy", True), ("example.com/other", False)])
def test_claim_that_is_kept_still_has_the_checkpoints(tmp_path: Path, annotation: str, *, is_found: bool) -> None:
    old = [run("a:1", **FORCE), claim(**{annotation: "keep"})]
    [training] = outcome(tmp_path, old, [run("a:2", **FORCE)])["trainings"]
    assert ("finds the checkpoints" in training["sentence"]) is is_found


@pytest.mark.parametrize(("policy", "is_found"), [("Retain", True), ("Delete", False), (None, False)])
def test_own_claim_of_a_jobset_goes_with_it_unless_retained(
    tmp_path: Path, policy: str | None, *, is_found: bool
) -> None:
    """Source: https://jobset.sigs.k8s.io/docs/reference/jobset.v1alpha2/ (VolumeClaimPolicy; the default is Delete)."""
    retention = {} if policy is None else {"retentionPolicy": {"whenDeleted": policy}}
    template = {"metadata": {"name": "state"}, "spec": claim()["spec"]}
    sides = [run(image, **FORCE) for image in ("a:1", "a:2")]
    for side in sides:
        side["spec"]["volumeClaimPolicies"] = [{"templates": [template], **retention}]
        del side["spec"]["replicatedJobs"][0]["template"]["spec"]["template"]["spec"]["volumes"]
    [training] = outcome(tmp_path, sides[:1], sides[1:])["trainings"]
    assert ("finds the checkpoints" in training["sentence"]) is is_found


def sentences(folder: Path, old: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[str]:
    return [training["sentence"] for training in outcome(folder, old, new)["trainings"]]


def suspended(*, value: bool | None) -> dict[str, Any]:
    found = run("a:1")
    return found if value is None else found | {"spec": {**found["spec"], "suspend": value}}


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (None, True, "this suspends the training"),
        (False, True, "this suspends the training"),
        (True, False, "this resumes the training"),
        (True, None, "this resumes the training"),
    ],
)
def test_a_training_is_suspended_or_resumed(
    tmp_path: Path, sentence: str, *, before: bool | None, after: bool | None
) -> None:
    [found] = sentences(tmp_path, [suspended(value=before)], [suspended(value=after)])
    assert found.startswith(sentence)


FLUX = "kustomize.toolkit.fluxcd.io/force"


@pytest.mark.parametrize(("value", "action"), [("enabled", "recreated"), ("Enabled", "recreated"), ("zero", "refused")])
def test_flux_recreates_what_is_refused(tmp_path: Path, value: str, action: str) -> None:
    """Source: https://fluxcd.io/flux/components/kustomize/kustomizations/#controlling-the-apply-behavior-of-resources"""
    found = outcome(tmp_path, [run("a:1", **{FLUX: value})], [run("a:2", **{FLUX: value})])
    assert [one["action"] for one in found["objects"]] == [action]
    unchanged = outcome(tmp_path, [run("a:1")], [run("a:1", **{FLUX: value})])
    assert [one["action"] for one in unchanged["objects"]] == ["applied"]


def test_a_claim_that_is_gone_is_named_by_the_run_that_goes_on(tmp_path: Path) -> None:
    [found] = outcome(tmp_path, [run("a:1"), claim()], [run("a:1")])["trainings"]
    assert found["sentence"].startswith("the claim `state` of the training `run` is no longer in the manifests")
    assert found["isLoss"]
    keep = {"helm.sh/resource-policy": "keep"}
    assert outcome(tmp_path, [run("a:1"), claim(**keep)], [run("a:1")])["trainings"] == []
    assert outcome(tmp_path, [run("a:1"), claim()], [run("a:1"), claim()])["trainings"] == []


def test_a_run_that_starts_from_scratch_is_a_loss(tmp_path: Path) -> None:
    gone = {**run("a:1"), "metadata": {"name": "run", "annotations": FORCE}}
    finished = gone | {"status": {"conditions": [{"type": "Completed", "status": "True"}]}}
    [found] = outcome(tmp_path, [finished, claim(**FORCE)], [run("a:2", **FORCE)])["trainings"]
    assert found["sentence"].startswith(
        "the training `run` has finished; its replacement starts from scratch: the claim"
    )
    assert found["isLoss"]
    [found] = outcome(tmp_path, [finished, claim()], [run("a:2", **FORCE), claim()])["trainings"]
    assert "finds the checkpoints" in found["sentence"]
    assert not found["isLoss"]


def test_only_a_claim_that_grows_has_a_condition(tmp_path: Path) -> None:
    grown, labelled = claim(), claim()
    grown["spec"] = {**grown["spec"], "resources": {"requests": {"storage": "2Ti"}}}
    labelled["metadata"] = {**labelled["metadata"], "labels": {"a": "b"}}
    for new, why in ((grown, "its storage class must allow volume expansion"), (labelled, None)):
        [found] = outcome(tmp_path, [claim()], [new])["objects"]
        assert (found["action"], found["why"]) == ("applied", why)
    service = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s"}, "spec": {"type": "ClusterIP"}}
    [found] = outcome(tmp_path, [service], [service | {"metadata": {"name": "s", "labels": {"a": "b"}}}])["objects"]
    assert (found["action"], found["why"]) == ("applied", None)


@pytest.mark.parametrize(("field", "is_told"), [("spec", True), ("metadata", False)])
def test_a_gang_that_is_changed_without_its_run(tmp_path: Path, field: str, *, is_told: bool) -> None:
    gang = {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "PodGroup", "metadata": {"name": "run"}}
    old = gang | {"spec": {"minMember": 2}}
    new = (
        gang | {"spec": {"minMember": 3}}
        if field == "spec"
        else old | {"metadata": {"name": "run", "labels": {"a": "b"}}}
    )
    told = sentences(tmp_path, [run("a:1"), old], [run("a:2"), new])
    assert any("the gang `run` of the training `run` is changed anyway" in sentence for sentence in told) is is_told


def test_a_side_that_is_mistyped_is_not_compared(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text(json.dumps(run("a:1")), encoding="utf-8")
    (tmp_path / "new.json").write_text(json.dumps(run("a:1") | {"spec": {"suspend": "no"}}), encoding="utf-8")
    found = diff(tmp_path, "old.json", "new.json")
    assert found.returncode != 0
    assert "spec.suspend" in found.stdout + found.stderr
