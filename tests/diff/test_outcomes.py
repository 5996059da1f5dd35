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
