"""Examples train on real nodes: installed with Helm, their preflight passes over real DNS, they complete."""

from pathlib import Path

import pytest
import yaml

from tests.cluster.server import Server
from tests.lab.run import Run

pytestmark = pytest.mark.lab

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = Path(__file__).with_name("small.yaml")
MEET = (
    "from torch import distributed as d; d.init_process_group('gloo'); print('rank', d.get_rank(), d.get_world_size())"
)
SMOKE_TEST = {"mode": "only", "maxBytes": "4Mi", "timeoutSeconds": 60}


@pytest.fixture
def code(server: Server) -> None:
    """The programs of examples/mnist-ddp in a ConfigMap."""
    data = {file.name: file.read_text(encoding="utf-8") for file in (EXAMPLES / "mnist-ddp").glob("*.py")}
    name = {"name": "mnist-ddp-code", "namespace": "default"}
    server.delete({"apiVersion": "v1", "kind": "ConfigMap", "metadata": name})
    assert server.create({"apiVersion": "v1", "kind": "ConfigMap", "metadata": name, "data": data}).refusal == ""


@pytest.mark.usefixtures("code")
def test_cpu_only(server: Server) -> None:
    run = Run("cpu-only", server)
    run.install(EXAMPLES / "cpu-only" / "spec.yaml", SMALL, settings={"args": ["--epochs=1", "--train-samples=256"]})
    run.complete()
    first, second = run.pods()
    assert {first["spec"]["nodeName"], second["spec"]["nodeName"]} <= {"n1", "n2"}
    assert "epoch 1" in run.log(first["metadata"]["name"], "node")
    run.uninstall()
    assert run.objects() == []


def test_smoke_test(server: Server) -> None:
    run = Run("smoke", server)
    run.install(SMALL, settings={"command": ["true"], "numNodes": 2, "numProcPerNode": 1, "smokeTest": SMOKE_TEST})
    log = run.test()
    assert "RENDER-SMOKE-RESULT" in log, log
    run.uninstall()


@pytest.mark.usefixtures("ssh_key")
def test_mpi(server: Server, tmp_path: Path) -> None:
    rank = 'echo "rank $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE"'
    values = {
        "launcher": "mpi",
        "command": ["mpirun", "--allow-run-as-root", "sh", "-c", rank],
        "numNodes": 2,
        "numProcPerNode": 2,
        "ssh": {"secretName": "training-ssh", "launcherResources": {"requests": {"cpu": "100m", "memory": "128Mi"}}},
    }
    file = tmp_path / "mpi.yaml"
    file.write_text(yaml.safe_dump(values), encoding="utf-8")
    run = Run("mpi", server)
    run.install(SMALL, file)
    run.complete()
    [launcher] = [pod for pod in run.pods() if "launcher" in pod["metadata"]["name"]]
    said = run.log(launcher["metadata"]["name"], launcher["spec"]["containers"][0]["name"])
    assert sorted(line for line in said.splitlines() if line.startswith("rank")) == [
        f"rank {rank} of 4" for rank in range(4)
    ]
    run.uninstall()


def test_trainjob(server: Server, tmp_path: Path) -> None:
    """A TrainJob is built by the real controller of Trainer; its pods meet over the variables that it sets."""
    values = {
        "target": "trainjob",
        "command": ["torchrun", "--no_python", "python3", "-c", MEET],
        "numNodes": 2,
        "numProcPerNode": 1,
    }
    file = tmp_path / "trainjob.yaml"
    file.write_text(yaml.safe_dump(values), encoding="utf-8")
    run = Run("trainjob", server)
    run.install(SMALL, file)
    run.complete()
    said = [run.log(pod["metadata"]["name"], "node") for pod in run.pods()]
    assert sorted("".join(said).splitlines()) == ["rank 0 2", "rank 1 2"]
    job = server.get("/apis/trainer.kubeflow.org/v1alpha1/namespaces/default/trainjobs/trainjob").body
    assert [one["type"] for one in job["status"]["conditions"] if one["status"] == "True"] == ["Complete"]
    run.uninstall()
