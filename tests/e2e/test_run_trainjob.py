"""`render run` of TrainJobs: of what a spec renders, and of what others wrote."""

import os
import sys
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.e2e.conftest import Run
from tests.e2e.processes import Running
from tests.e2e.test_run import spec

RUNTIME = """
apiVersion: trainer.kubeflow.org/v1alpha1
kind: ClusterTrainingRuntime
metadata: {name: ours}
spec:
  mlPolicy: {numNodes: 3, torch: {}}
  template:
    spec:
      replicatedJobs:
        - name: node
          template:
            metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
            spec:
              template:
                spec:
                  initContainers:
                    - {name: same, image: i, command: [echo, same image]}
                    - {name: other, image: j, command: [echo, other image]}
                  containers: [{name: node, image: i}]
"""
TRAINJOB = """
apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainJob
metadata: {name: run}
spec:
  runtimeRef: {name: ours}
  trainer:
    numProcPerNode: 2
    command: [sh, -c]
    args: ['echo $PET_NODE_RANK of $PET_NNODES at $PET_MASTER_ADDR, $PET_NPROC_PER_NODE']
"""


@pytest.mark.parametrize("release", ["2.1", "2.3"])
def test_a_spec_as_a_trainjob(run: Run, release: str) -> None:
    text = spec('echo "$NODE_RANK of $NNODES"', target="trainjob", trainjob={"release": release})
    done = run(text, "--nodes", "3")
    assert done.finish() == 0, done.output
    for node in range(3):
        assert f"node-{node} | {node} of 3" in done.output
    assert done.output.endswith("the run has ended well")


def test_a_trainjob_of_others(tmp_path: Path) -> None:
    done = started(tmp_path, f"{RUNTIME}---{TRAINJOB}", "--nodes", "2")
    assert done.finish() == 0, done.output
    for node in range(2):
        assert f"node-{node} | same image" in done.output
        assert f"node-{node} | {node} of 2 at 127.0.0.1, 2" in done.output
    assert "node-2" not in done.output
    assert "  not run: other" in done.output
    assert "other image" not in done.output


def test_as_many_nodes_as_it_says(tmp_path: Path) -> None:
    (tmp_path / "runtime.yaml").write_text(RUNTIME, encoding="utf-8")
    done = started(tmp_path, TRAINJOB, "--runtime", "runtime.yaml")
    assert done.finish() == 0, done.output
    assert "node-2 | 2 of 3 at 127.0.0.1, 2" in done.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [((), "hint: give the file of the runtime with `--runtime`"), (("--set", "numNodes=1"), "holds manifests")],
)
def test_what_can_not_be_run_is_reported(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = started(tmp_path, TRAINJOB, *arguments)
    assert done.finish() != 0
    assert said in done.output


def started(folder: Path, text: str, *arguments: str) -> Running:
    (folder / "trainjob.yaml").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "render", "run", "trainjob.yaml", *arguments]
    return Running(command, folder=folder, env=os.environ | {"PYTHONPATH": str(CHECKOUT)}, seconds=60)
