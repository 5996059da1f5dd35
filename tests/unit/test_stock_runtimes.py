"""The stock runtimes of Kubeflow Trainer, against those of its release."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from render.kube.schemas import Schemas
from render.manifests.checking import mistakes
from render.trainer import Release
from render.trainer.runtimes import names, stock

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
    found = stock(name, release)
    assert found is not None
    return found.data


@pytest.mark.parametrize("release", list(Release))
def test_each_release_has_its_own(release: Release) -> None:
    assert list(names(release)) == RELEASES[release]
    assert stock("torch-distribute", release) is None


@pytest.mark.parametrize("release", list(Release))
def test_each_is_what_its_definition_takes(release: Release) -> None:
    schemas = Schemas(trainer=release)
    found = [stock(name, release) for name in names(release)]
    assert [mistakes(item, schemas) for item in found if item is not None] == [[]] * len(RELEASES[release])


def test_those_of_2_3_are_those_of_the_release(shared: Path) -> None:
    files = sorted((shared / "conformance" / "trainer" / "runtimes").glob("*.yaml"))
    theirs = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files]
    assert len(theirs) == 5
    assert [data(item["metadata"]["name"], "2.3") for item in theirs] == theirs


def test_a_launcher_of_2_1_waits_for_nobody() -> None:
    older, newer = (data("mlx-distributed", release)["spec"]["template"]["spec"] for release in Release)
    assert [job["name"] for job in older["replicatedJobs"]] == ["launcher", "node"]
    assert [job.get("dependsOn") for job in newer["replicatedJobs"]] == [None, [{"name": "node", "status": "Ready"}]]
