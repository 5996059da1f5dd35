"""`render import` as people run it: the spec that it prints, what it tells, and how it ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, RECORDINGS
from tests.importing.comparing import FOLDER

CASES = sorted([*(FOLDER / "cases").glob("*.yaml"), *(FOLDER / "trainjobs").glob("*.yaml")])
MNIST = str(FOLDER / "cases" / "pytorchjob-mnist.yaml")

TRAINJOB = """
apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainJob
metadata: {name: a}
spec: {runtimeRef: {name: mine}}
"""


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "render", *arguments]
    return subprocess.run(command, cwd=CHECKOUT, input=stdin, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_spec_is_what_a_person_would_have_written_and_valid(case: Path, *, regen: bool) -> None:
    done = run("import", str(case))
    assert done.returncode == 0, done.stderr
    expected = FOLDER / "specs" / case.name
    if regen:
        expected.write_text(done.stdout, encoding="utf-8")
    assert done.stdout == expected.read_text(encoding="utf-8")
    judged = run("validate", "-", stdin=done.stdout)
    assert judged.returncode == 0, judged.stderr


def test_what_is_not_carried_is_reported_and_strictly_an_error() -> None:
    path = str(FOLDER / "cases" / "pytorchjob-bare.yaml")
    done, strict = run("import", path), run("import", path, "--strict")
    assert (done.returncode, strict.returncode) == (0, 1)
    for problem in ("livenessProbe", "containers[0].env"):
        assert problem in done.stderr
        assert problem in strict.stderr
    assert "warning IMP001" in done.stderr
    assert "error IMP001" in strict.stderr
    assert done.stdout == strict.stdout


def test_what_launcher_and_nodes_share_is_not_reported() -> None:
    """Both have `imagePullPolicy: IfNotPresent`."""
    assert "imagePullPolicy" not in run("import", str(FOLDER / "cases" / "mpijob-pi.yaml")).stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "hold nothing"),
        ("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}", "nothing that can be imported"),
        ("{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: a}, spec: 1}", "spec"),
        ("{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: a}, spec: {}}", "pytorchReplicaSpecs"),
        (
            "{apiVersion: kubeflow.org/v1, kind: PyTorchJob, metadata: {name: a}, spec: {pytorchReplicaSpecs: {}}}",
            "pytorchReplicaSpecs",
        ),
        (
            "{apiVersion: kubeflow.org/v1alpha1, kind: MPIJob, metadata: {name: a}}",
            "write it as `kubeflow.org/v2beta1`",
        ),
        ("{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: {name: a}}", "it is a service"),
        ("#!/bin/bash\ntorchrun train.py\n", "is a script without lines `#SBATCH`"),
        ("#!/bin/bash\n#PBS -l select=2:ngpus=8\nmpirun python train.py\n", "is a script for PBS"),
        (TRAINJOB, "`mine`"),
        ("a: [", "SYN"),
    ],
)
def test_what_can_not_be_imported_is_reported(text: str, told: str) -> None:
    done = run("import", "-", stdin=text)
    assert done.returncode == 1
    assert done.stdout == ""
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_one_import_gives_one_spec() -> None:
    done = run("import", MNIST, str(FOLDER / "cases" / "mpijob-pi.yaml"))
    assert done.returncode == 1
    assert "`MPIJob/pi` and `PyTorchJob/pytorch-simple` are two objects" in done.stderr


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ("2.1/seed-mnist-as-written", "nvidia.com/gpu requires a limit"),
        ("2.3/seed-mnist-as-written", "request 8 must equal the limit 4"),
        ("2.1/nproc-gpu-without-gpu", "`gpu` requires a GPU in `resourcesPerNode`"),
        ("2.3/xgboost-gpu-workers", "example.com/gpu requires a limit"),
    ],
)
def test_a_spec_that_would_never_start_is_reported(case: str, told: str) -> None:
    release, _, _ = case.partition("/")
    folder = RECORDINGS / "trainer" / case
    done = run("import", str(folder / "trainjob.yaml"), str(folder / "runtime.yaml"), "--trainer", release)
    assert done.returncode == 1
    assert "<imported>" in done.stderr
    assert told in done.stderr
    assert "kind: TrainingJob" in done.stdout
