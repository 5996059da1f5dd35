"""Runs that fail, on real nodes: what the manifests promise is what happens."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cluster.control_plane import until
from tests.cluster.server import Server
from tests.lab.run import Run

pytestmark = pytest.mark.lab

SMALL = Path(__file__).with_name("small.yaml")
FAILURES = yaml.safe_load(Path(__file__).with_name("failures.yaml").read_text(encoding="utf-8"))
LONG = {**FAILURES["base"], "command": ["sleep", "600"], "failurePolicy": {"maxRestarts": 1}}
RUNNING_SECONDS = 60


@pytest.fixture
def install(
    server: Server, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[[dict[str, Any]], Run]]:
    """Install values over those of `small.yaml`; the run is removed afterwards."""
    run = Run("run-" + "".join(filter(str.isalnum, request.node.name.lower()))[:20], server)

    def install(values: dict[str, Any]) -> Run:
        file = tmp_path / "values.yaml"
        file.write_text(yaml.safe_dump(values), encoding="utf-8")
        run.install(SMALL, file)
        return run

    yield install
    if run.status():
        run.uninstall()


def counts(run: Run) -> tuple[int, int]:
    """Return the restarts of a run, and those that count towards `maxRestarts`."""
    status = run.status()
    return status.get("restarts", 0), status.get("restartsCountTowardsMax", 0)


def messages(run: Run) -> list[str]:
    """Return the termination messages of all containers that have ended."""
    statuses = [
        status
        for pod in run.pods()
        for kind in ("initContainerStatuses", "containerStatuses")
        for status in pod["status"].get(kind, [])
    ]
    return [str(one["state"]["terminated"].get("message", "")) for one in statuses if "terminated" in one["state"]]


@pytest.mark.usefixtures("ssh_key")
@pytest.mark.parametrize("case", FAILURES["cases"])
def test_failure(case: str, install: Callable[[dict[str, Any]], Run]) -> None:
    promised = FAILURES["cases"][case]
    run = install({**FAILURES["base"], **promised["values"]})
    assert run.wait() == promised["state"]
    assert counts(run) == (promised["restarts"], promised["counted"])
    if "message" in promised:
        assert any(promised["message"] in message for message in messages(run))


@pytest.mark.parametrize(("action", "counted"), [("delete", 1), ("evict", 0)])
def test_lost_pod(action: str, counted: int, server: Server, install: Callable[[dict[str, Any]], Run]) -> None:
    run = install({**LONG, "pod": {"terminationGracePeriodSeconds": 1}})
    until(lambda: are_running(run), RUNNING_SECONDS, "the pods don't run")
    [first, _] = run.pods()
    name = {"name": first["metadata"]["name"], "namespace": "default"}
    if action == "delete":
        server.retire({"apiVersion": "v1", "kind": "Pod", "metadata": name})
    else:
        server.evict(name["name"])
    until(lambda: counts(run)[0] == 1, RUNNING_SECONDS, f"no restart: {run.status()}")
    assert counts(run) == (1, counted)
    until(lambda: are_running(run), RUNNING_SECONDS, "the pods don't run again")


def are_running(run: Run) -> bool:
    """Return True if two pods run, and none of them is about to end."""
    pods = run.pods()
    return [pod["status"]["phase"] for pod in pods if "deletionTimestamp" not in pod["metadata"]] == ["Running"] * 2
