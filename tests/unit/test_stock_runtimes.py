"""The stock runtimes of Kubeflow Trainer, against those of its release."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from render.kube.schemas import Schemas
from render.manifests.schema_check import schema_errors
from render.trainer import TrainerRelease
from render.trainer.runtimes import builtin_runtime, builtin_runtime_names

KUSTOMIZE = "kustomization.yaml"
RELEASES = {
    "2.1": [
        "deepspeed-distributed",
        "mlx-distributed",
        "torch-distributed",
        "torch-distributed-with-cache",
        "torchtune-llama3.2-1b",
        "torchtune-llama3.2-3b",
        "torchtune-qwen2.5-1.5b",
    ],
    "2.3": [
        "deepspeed-distributed",
        "jax-distributed",
        "mlx-distributed",
        "torch-distributed",
        "torch-distributed-with-cache",
        "torchtune-llama3.2-1b",
        "torchtune-llama3.2-3b",
        "torchtune-qwen2.5-1.5b",
        "xgboost-distributed",
    ],
}


def data(name: str, release: str) -> dict[str, Any]:
    found = builtin_runtime(name, release)
    assert found is not None
    return found.data


@pytest.mark.parametrize("release", list(TrainerRelease))
def test_each_release_has_its_own(release: TrainerRelease) -> None:
    assert list(builtin_runtime_names(release)) == RELEASES[release]
    assert builtin_runtime("torch-distribute", release) is None


@pytest.mark.parametrize("release", list(TrainerRelease))
def test_each_is_what_its_definition_takes(release: TrainerRelease) -> None:
    schemas = Schemas(trainer=release)
    found = [builtin_runtime(name, release) for name in builtin_runtime_names(release)]
    assert [schema_errors(item, schemas) for item in found if item is not None] == [[]] * len(RELEASES[release])


@pytest.mark.parametrize("release", list(TrainerRelease))
def test_each_is_that_of_the_release(release: TrainerRelease, upstream: Path) -> None:
    files = [path for path in (upstream / "runtimes" / f"trainer-{release}").rglob("*.yaml") if path.name != KUSTOMIZE]
    theirs = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in sorted(files)]
    assert sorted(item["metadata"]["name"] for item in theirs) == RELEASES[release]
    assert [data(item["metadata"]["name"], release) for item in theirs] == theirs


def test_a_launcher_of_2_1_waits_for_no_one() -> None:
    older, newer = (data("mlx-distributed", release)["spec"]["template"]["spec"] for release in TrainerRelease)
    assert [job["name"] for job in older["replicatedJobs"]] == ["launcher", "node"]
    assert [job.get("dependsOn") for job in newer["replicatedJobs"]] == [None, [{"name": "node", "status": "Ready"}]]
