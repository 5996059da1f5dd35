"""Jobs of other operators: they run under their own operator, and, imported, under the chart, with the same result."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cluster.control_plane import until
from tests.cluster.server import Server
from tests.conftest import CHECKOUT
from tests.lab.contents import names_of_objects
from tests.lab.controllers import start_controllers
from tests.lab.core import rows
from tests.lab.lab import FOLDER
from tests.lab.run import RUN_SECONDS, Run

pytestmark = [pytest.mark.lab, pytest.mark.usefixtures("ssh_key")]

TABLE = yaml.safe_load(Path(__file__).with_name("operators.yaml").read_text(encoding="utf-8"))
LABEL = "training.kubeflow.org/job-name"


@pytest.mark.parametrize("kind", rows(TABLE))
def test_operator(kind: str, server: Server, tmp_path: Path) -> None:
    row = TABLE[kind]
    start_controllers([row["needs"]], FOLDER)
    before = names_of_objects(server)
    run_under_operator(row, server)
    until(lambda: names_of_objects(server) <= before, RUN_SECONDS, "the job's objects stay")
    job, spec, overlay = (tmp_path / name for name in ("job.yaml", "spec.yaml", "overlay.yaml"))
    job.write_text(yaml.safe_dump(row["job"]), encoding="utf-8")
    spec.write_text(imported(job), encoding="utf-8")
    overlay.write_text(yaml.safe_dump(row["overlay"]), encoding="utf-8")
    run = Run(row["job"]["metadata"]["name"], server)
    run.install(spec, overlay)
    try:
        run.complete()
        assert of_interest(row, (line.partition(": ")[2] for line in run.logs())) == row["says"]
    finally:
        run.uninstall()


def run_under_operator(row: dict[str, Any], server: Server) -> None:
    """Run a job until it has succeeded, and delete it."""
    name = row["job"]["metadata"]["name"]

    def ended() -> list[str]:
        conditions = server.get(f"{row['path']}/{name}").body.get("status", {}).get("conditions", [])
        found = {one["type"] for one in conditions if one["status"] == "True"}
        return sorted(found & {"Succeeded", "Failed"})

    assert server.create(row["job"]).refusal == ""
    until(lambda: bool(ended()), RUN_SECONDS, f"{name} does not end")
    assert of_interest(row, lines_of(name, server)) == row["says"]
    assert ended() == ["Succeeded"]
    server.retire(row["job"])


def of_interest(row: dict[str, Any], lines: Any) -> list[str]:
    return sorted(line for line in lines if line in row["says"])


def lines_of(name: str, server: Server) -> list[str]:
    """Return what the containers of a job printed."""
    pods = server.get(f"/api/v1/namespaces/default/pods?labelSelector={LABEL}%3D{name}").body["items"]
    run = Run(name, server)
    logs = [run.log(pod["metadata"]["name"], pod["spec"]["containers"][0]["name"]) for pod in pods]
    return "\n".join(logs).splitlines()


def imported(job: Path) -> str:
    """Return the spec that `render import` prints."""
    command = [sys.executable, "-m", "render", "import", str(job)]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment).stdout
