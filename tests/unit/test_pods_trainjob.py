"""`render pods` of TrainJobs: of those that a spec renders, and of those that others wrote."""

from pathlib import Path

from tests.golden.cases import Case
from tests.unit.test_pods import listed, refused

TRAINJOB = """
apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainJob
metadata: {name: run, namespace: team}
spec:
  runtimeRef: {kind: TrainingRuntime, name: ours}
  trainer: {numNodes: 2, numProcPerNode: 3, command: [torchrun, train.py]}
"""
RUNTIME = """
apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainingRuntime
metadata: {name: ours, namespace: team}
spec:
  mlPolicy: {torch: {}}
  template:
    spec:
      replicatedJobs:
        - name: node
          template:
            metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
            spec: {template: {spec: {containers: [{name: node, image: i}]}}}
"""


def test_pods_have_what_trainer_adds() -> None:
    first, second = listed("-", stdin=f"{RUNTIME}---{TRAINJOB}")
    assert (first["name"], second["name"]) == ("run-node-0-0", "run-node-0-1")
    assert second["fqdn"] == "run-node-0-1.run.team.svc.cluster.local"
    assert second["env"] == {
        "JOB_COMPLETION_INDEX": "1",
        "PET_MASTER_ADDR": "run-node-0-0.run",
        "PET_MASTER_PORT": "29500",
        "PET_NNODES": "2",
        "PET_NODE_RANK": "1",
        "PET_NPROC_PER_NODE": "3",
    }


def test_runtime_in_a_file_of_its_own(tmp_path: Path) -> None:
    runtime = tmp_path / "runtime.yaml"
    runtime.write_text(RUNTIME)
    assert listed("-", "--runtime", str(runtime), stdin=TRAINJOB) == listed("-", stdin=f"{TRAINJOB}---{RUNTIME}")


def test_runtime_that_is_not_given() -> None:
    said = refused("-", stdin=TRAINJOB)
    assert said.startswith("<stdin>:6:3: error KUB051 TrainingRuntime.trainer.kubeflow.org")
    assert "hint: give the file of the runtime with `--runtime`" in said
    assert "can't be read" in refused("-", "--runtime", "missing.yaml", stdin=TRAINJOB)


def test_runtime_that_comes_with_trainer() -> None:
    text = TRAINJOB.replace("name: ours", "name: torch-distributed")
    assert "KUB051" in refused("-", stdin=text)
    pods = listed("-", stdin=text.replace("TrainingRuntime", "ClusterTrainingRuntime"))
    assert [pod["env"]["PET_NODE_RANK"] for pod in pods] == ["0", "1"]


def test_release_decides_what_a_trainjob_may_say() -> None:
    text = f"{RUNTIME}---{TRAINJOB}".replace("numProcPerNode: 3", "numProcPerNode: cpu")
    assert "`spec.trainer.numProcPerNode` takes a whole number" in refused("-", stdin=text)
    assert listed("-", "--trainer", "2.1", stdin=text)[0]["env"]["PET_NPROC_PER_NODE"] == "1"


def test_what_trainer_refuses_is_reported_at_its_line() -> None:
    text = f"{RUNTIME}---{TRAINJOB}".replace("{torch: {}}", "{flux: {}}")
    assert refused("-", stdin=text).startswith("<stdin>:6:14: error KUB053 ")


def test_a_spec_says_the_release_itself() -> None:
    """Of what its own manifests say there is nothing in which the releases differ."""
    case = Case("trainjob-2.1")
    assert listed(str(case.source)) == listed(str(case.path), "--trainer", "2.1")
