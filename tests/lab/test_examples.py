"""Examples train on real nodes: their gang starts, preflight passes over real DNS, they complete, nothing is left."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cluster.control_plane import until
from tests.cluster.server import Object, Server
from tests.conftest import CHECKOUT
from tests.lab.contents import names_of_objects
from tests.lab.core import rows
from tests.lab.environment import with_environment
from tests.lab.roads import apply, delete, render, sync
from tests.lab.run import RUN_SECONDS, Run
from tests.lab.schedulers import start_scheduler

pytestmark = [pytest.mark.lab, pytest.mark.usefixtures("programs")]

EXAMPLES = CHECKOUT / "examples"
SMALL = Path(__file__).with_name("small.yaml")
TABLE = yaml.safe_load(Path(__file__).with_name("examples.yaml").read_text(encoding="utf-8"))["examples"]
ROWS = {name: row for name, row in TABLE.items() if "reason" not in row}
SMOKE_TEST = {"maxBytes": "1Mi", "timeoutSeconds": 60, "diagnose": "never"}
MEET = (
    "from torch import distributed as d; d.init_process_group('gloo'); print('rank', d.get_rank(), d.get_world_size())"
)


def claims_of(objects: list[Object]) -> Iterator[str]:
    """Yield the claims that pods name and no object is."""
    own = {one["metadata"]["name"] for one in objects if one["kind"] == "PersistentVolumeClaim"}
    text = json.dumps(objects)
    found = {part.split('"')[0] for part in text.split('"claimName": "')[1:]}
    yield from sorted(found - own)


def create_claims(server: Server, objects: list[Object]) -> None:
    """Create the claims that a run expects to exist."""
    for name in claims_of(objects):
        spec = {"accessModes": ["ReadWriteMany"], "resources": {"requests": {"storage": "1Gi"}}}
        metadata = {"name": name, "namespace": "default"}
        claim = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata, "spec": spec}
        server.create(claim)


def values_of(name: str, overlay: dict[str, Any], folder: Path) -> list[Path]:
    file = folder / "overlay.yaml"
    file.write_text(yaml.safe_dump(overlay), encoding="utf-8")
    return [EXAMPLES / name / "spec.yaml", SMALL, file]


def assert_started_together(run: Run) -> None:
    """Every pod has passed preflight, if it has one, and ended well at the first attempt."""
    assert run.status().get("restarts", 0) == 0
    for pod in run.pods():
        assert pod["status"]["phase"] == "Succeeded" or not run.decides(pod)
        statuses = pod["status"].get("initContainerStatuses", [])
        assert [one["state"]["terminated"]["exitCode"] for one in statuses] == [0] * len(statuses)


@pytest.mark.parametrize("name", rows(ROWS))
def test_example(name: str, server: Server, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    row = ROWS[name]
    if "needs" in row:
        start_scheduler(row["needs"], server)
    spec = yaml.safe_load((EXAMPLES / name / "spec.yaml").read_text(encoding="utf-8"))
    if "ssh" in spec:
        request.getfixturevalue("ssh_key")
    overlay = with_environment(row, spec)
    measures = row.get("measures", "environment" not in row)
    if measures:
        overlay = {**overlay, "smokeTest": {"mode": "with", **SMOKE_TEST}}
    files = values_of(name, overlay, tmp_path)
    run = Run(spec["name"], server)
    objects = render(run.name, files)
    create_claims(server, objects)
    before = names_of_objects(server)
    try:
        run.install(*files)
        run.complete()
        assert_started_together(run)
        assert any(row["says"] in line for line in run.logs())
        if "file" in row:
            claim = spec["storage"]["checkpoints"].get("claimName", f"{spec['name']}-checkpoints")
            assert (run.volume(claim) / row["file"]).stat().st_size > 0
        if measures and len(run.pods()) > 1:
            result = run.test()
            assert "RENDER-SMOKE-RESULT" in result
    finally:
        run.uninstall()
    stays = {f"PersistentVolumeClaim/{claim}" for claim in own_claims(objects)}
    until(
        lambda: left_of(run.name, server) - before == stays, RUN_SECONDS, f"left: {left_of(run.name, server) - before}"
    )


def own_claims(objects: list[Object]) -> list[str]:
    return [one["metadata"]["name"] for one in objects if one["kind"] == "PersistentVolumeClaim"]


def left_of(name: str, server: Server) -> set[str]:
    """Return all objects but the last smoke test's: Helm keeps the Job, and NOTES name it for its log.

    Its Workload belongs to Kueue.
    """
    test = (f"Job/{name}-smoke", f"Pod/{name}-smoke-", f"Workload/job-{name}-smoke-")
    return {one for one in names_of_objects(server) if not one.startswith(test)}


@pytest.mark.parametrize("road", [apply, sync])
def test_road(road: Any, server: Server, tmp_path: Path) -> None:
    """Without Helm: a run trains, writes its checkpoint, and goes as it came."""
    name = f"by-{road.__name__}"
    claim = {"checkpoints": {"mode": "create", "size": "1Gi", "accessMode": "ReadWriteMany"}}
    overlay = {"name": name, "args": ["--epochs=1", "--train-samples=256"], "storage": claim}
    objects = render(name, values_of("cpu-only", overlay, tmp_path))
    before = names_of_objects(server)
    run = Run(name, server)
    road(server, objects)
    run.complete()
    assert_started_together(run)
    [claim_name] = own_claims(objects)
    assert (run.volume(claim_name) / "mnist.pt").stat().st_size > 0
    delete(server, objects)
    until(lambda: names_of_objects(server) <= before, RUN_SECONDS, "objects stay")


def test_smoke_test(server: Server) -> None:
    run = Run("smoke", server)
    settings = {"command": ["true"], "numNodes": 2, "smokeTest": {"mode": "only", **SMOKE_TEST}}
    run.install(SMALL, settings=settings)
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
