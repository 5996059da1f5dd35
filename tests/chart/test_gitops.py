"""What a GitOps engine reads of the objects: nothing without one, and what outlives the run with each."""

from pathlib import Path

import pytest
import yaml

from tests.chart.helm import CHART, Helm, Object, objects

SPEC: Object = {
    "image": "registry.example/train:1",
    "storage": {"checkpoints": {"mode": "create"}},
    "initializers": {"dataset": {"storageUri": "hf://org/data"}},
}
OPTIONS = "argocd.argoproj.io/sync-options"
KEPT = {OPTIONS: "Prune=false", "helm.sh/resource-policy": "keep"}


def annotated(helm: Helm, folder: Path, **values: object) -> dict[str, list[Object]]:
    """Return the annotations of the objects of each kind."""
    path = folder / "values.yaml"
    path.write_text(yaml.safe_dump(SPEC | values), encoding="utf-8")
    found: dict[str, list[Object]] = {}
    for item in objects(helm.template(CHART, "-f", path)):
        found.setdefault(item["kind"], []).append(item["metadata"].get("annotations", {}))
    return found


@pytest.mark.parametrize(
    ("engine", "claims"),
    [("none", KEPT), ("argocd", KEPT), ("flux", KEPT | {"kustomize.toolkit.fluxcd.io/prune": "disabled"})],
)
def test_claims_outlive_the_run(helm4: Helm, tmp_path: Path, engine: str, claims: Object) -> None:
    found = annotated(helm4, tmp_path, gitops={"engine": engine})
    assert found.pop("PersistentVolumeClaim") == [claims, claims]
    assert [some for many in found.values() for some in many if some] == []


@pytest.mark.parametrize(("target", "kind"), [("jobset", "JobSet"), ("trainjob", "TrainJob")])
def test_run_alone_is_recreated(helm4: Helm, tmp_path: Path, target: str, kind: str) -> None:
    found = annotated(helm4, tmp_path, target=target, gitops={"engine": "argocd", "onChange": "recreate"})
    assert found.pop(kind) == [{OPTIONS: "Force=true,Replace=true"}]
    assert {OPTIONS: "Force=true,Replace=true"} not in [some for many in found.values() for some in many]
