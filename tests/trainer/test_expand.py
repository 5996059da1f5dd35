"""`render expand`: what it prints, where it looks for the runtime, and why it refuses."""

import re
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from render.cli.expand import command
from render.engine import Chart
from render.kube.schemas import Schemas
from render.spec import Request
from render.validation.expand import expand_files
from render.validation.inputs import Settings
from tests.trainer.conformance import Case, cases, differences

JOB = """\
apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainJob
metadata: {name: sft}
spec:
  runtimeRef: {name: ours}
  trainer: {numNodes: 2, env: [{name: STARTED, value: "y"}]}
"""
RUNTIME = """\
apiVersion: trainer.kubeflow.org/v1alpha1
kind: ClusterTrainingRuntime
metadata: {name: ours}
spec:
  mlPolicy: {numNodes: 1, POLICY}
  template:
    spec:
      replicatedJobs:
        - name: node
          template:
            metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
            spec: {template: {spec: {containers: [{name: node, image: train}]}}}
"""
TORCH = RUNTIME.replace("POLICY", "torch: {}")

REASONS = {
    "must match RFC 1035 DNS label format": ("KUB019", "/metadata/name"),
    "numNodes should not be set if torch.elasticPolicy is configured": ("KUB019", "/spec/mlPolicy"),
    'unknown field "spec.mlPolicy.torch.elasticPolicy"': ("KUB010", "/spec/mlPolicy/torch/elasticPolicy"),
    "must not have reserved envs, invalid envs configured: [PET_NNODES]": ("ADM811", "/spec/trainer/env"),
    "must be created before the TrainJob is created": ("ADM805", "/spec/runtimeRef"),
}
"""What the server says, and what stands for it here: a code, and the beginning of the place."""


def expand(*arguments: str | Path, text: str | None = None) -> Result:
    return CliRunner().invoke(command, [str(one) for one in arguments], input=text, standalone_mode=False)


def file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("case", [case for case in cases() if not case.expected.startswith("#")], ids=str)
def test_objects(case: Case) -> None:
    result = expand(case.trainjob, "--runtime", case.runtime, "--trainer", case.release)
    assert (result.return_value, list(differences(case.expected, yaml.safe_load_all(result.stdout)))) == (0, [])


@pytest.mark.parametrize("case", [case for case in cases() if case.messages("event")], ids=str)
def test_what_is_made_and_never_starts(case: Case) -> None:
    result = expand(case.trainjob, "--runtime", case.runtime, "--trainer", case.release)
    assert (result.return_value, list(differences(case.expected, yaml.safe_load_all(result.stdout)))) == (1, [])
    assert "error ADM311" in result.stderr


@pytest.mark.parametrize("case", [case for case in cases() if case.messages("rejected")], ids=str)
def test_refusals(case: Case) -> None:
    result = expand(case.trainjob, "--runtime", case.runtime, "--trainer", case.release)
    assert (result.return_value, result.stdout) == (1, "")
    code, place = next(mine for theirs, mine in REASONS.items() if theirs in case.messages("rejected")[0])
    settings = Settings(Request(Chart.bundled()), Schemas(trainer=case.release))
    found = expand_files(str(case.trainjob), [str(case.runtime)], settings)
    problems = [problem for result in found.results for problem in result.problems]
    assert [problem for problem in problems if problem.code == code and (problem.pointer or "").startswith(place)]


@pytest.mark.parametrize("case", [case for case in cases() if case.messages("event")], ids=str)
def test_what_is_accepted_and_never_starts(case: Case) -> None:
    result = expand(case.trainjob, "--runtime", case.runtime, "--trainer", case.release)
    assert (result.return_value, list(differences(case.expected, yaml.safe_load_all(result.stdout)))) == (1, [])
    for event in case.messages("event"):
        _, field, reason = re.split(r"is invalid: (\S+): ", event)
        assert field in result.stderr
        assert reason in result.stderr


def test_runtime_next_to_the_trainjob(tmp_path: Path) -> None:
    result = expand(file(tmp_path, "both.yaml", f"{TORCH}---\n{JOB}"))
    assert (result.return_value, result.stderr) == (0, "")
    [jobset] = yaml.safe_load_all(result.stdout)
    assert jobset["spec"]["replicatedJobs"][0]["template"]["spec"]["completions"] == 2


@pytest.mark.parametrize(("namespace", "status"), [("", 0), (", namespace: team", 0), (", namespace: other", 1)])
def test_runtime_of_a_namespace(namespace: str, status: int, tmp_path: Path) -> None:
    runtime = TORCH.replace("ClusterTrainingRuntime", "TrainingRuntime").replace(
        "name: ours", "name: ours, namespace: team"
    )
    job = JOB.replace("name: ours", "name: ours, kind: TrainingRuntime").replace("name: sft", f"name: sft{namespace}")
    assert (
        expand(file(tmp_path, "job.yaml", job), "--runtime", file(tmp_path, "ours.yaml", runtime)).return_value
        == status
    )


@pytest.mark.parametrize(
    ("name", "kind", "release", "meant"),
    [
        ("torch-distribute", "", "2.3", "torch-distributed"),
        ("jax-distributd", "", "2.3", "jax-distributed"),
        ("jax-distributd", "", "2.1", None),
        ("torch-distributed-of-ours", "", "2.3", None),
        ("torch-distribute", ", kind: TrainingRuntime", "2.3", None),
    ],
)
def test_a_misspelt_runtime_of_the_release(
    name: str, kind: str, release: str, meant: str | None, tmp_path: Path
) -> None:
    job = file(tmp_path, "job.yaml", JOB.replace("name: ours", f"name: {name}{kind}"))
    result = expand(job, "--trainer", release)
    assert (result.return_value, result.stdout) == (1, "")
    assert re.findall(r"did you mean `(.*?)`, which Trainer", result.stderr) == ([] if meant is None else [meant])


def test_runtime_in_a_folder_and_trainjob_from_standard_input(tmp_path: Path) -> None:
    file(tmp_path, "other.yaml", TORCH.replace("ours", "other"))
    file(tmp_path, "ours.yaml", TORCH)
    result = expand("-", "--runtime", tmp_path, text=JOB)
    assert (result.return_value, result.stderr) == (0, "")


def test_texts_are_quoted_where_go_reads_something_else(tmp_path: Path) -> None:
    result = expand(file(tmp_path, "both.yaml", f"{TORCH}---\n{JOB}"))
    assert 'value: "y"' in result.stdout


def test_the_secret_has_no_keys_and_says_why(tmp_path: Path) -> None:
    text = RUNTIME.replace("POLICY", "mpi: {}").replace("- name: node\n", "- name: launcher\n")
    result = expand(file(tmp_path, "both.yaml", f"{text}---\n{JOB}"))
    assert result.return_value == 0
    assert "# Trainer generates the keys in the cluster.\napiVersion: v1\nkind: Secret" in result.stdout
    assert 'ssh-privatekey: ""' in result.stdout


REFUSED = {
    "a runtime that is not there": (JOB, 'KUB051 ClusterTrainingRuntime.trainer.kubeflow.org "ours" not found'),
    "Flux": (f"{RUNTIME.replace('POLICY', 'flux: {}')}---\n{JOB}", "KUB053 Trainer generates scripts and a key"),
    "Flux without nodes": (
        f"{RUNTIME.replace('POLICY', 'flux: {}')}---\n{JOB.replace('numNodes: 2, ', '')}",
        "KUB052 the Flux plug-in of Trainer panics if the TrainJob has no `trainer.numNodes`",
    ),
    "no TrainJob": (TORCH, "KUB050 holds no `TrainJob`"),
    "an unknown implementation of MPI": (
        RUNTIME.replace("POLICY", 'mpi: {mpiImplementation: ""}').replace("- name: node\n", "- name: launcher\n")
        + f"---\n{JOB}",
        "KUB052 MPI implementation for",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str, tmp_path: Path) -> None:
    text, message = REFUSED[case]
    result = expand(file(tmp_path, "given.yaml", text))
    assert (result.return_value, result.stdout) == (1, "")
    assert f"error {message}" in result.stderr


def test_what_another_cluster_manages(tmp_path: Path) -> None:
    job = JOB.replace("spec:\n", "spec:\n  managedBy: kueue.x-k8s.io/multikueue\n")
    result = expand(file(tmp_path, "both.yaml", f"{TORCH}---\n{job}"))
    assert (result.return_value, result.stdout) == (0, "")
    assert "both.yaml:18:14: warning KUB054 `kueue.x-k8s.io/multikueue` manages it" in result.stderr


def test_a_refusal_stands_at_its_line(tmp_path: Path) -> None:
    job = file(tmp_path, "job.yaml", JOB)
    runtime = file(tmp_path, "runtime.yaml", RUNTIME.replace("POLICY", "flux: {}"))
    assert f"{runtime}:5:27: error KUB053" in expand(job, "--runtime", runtime).stderr
