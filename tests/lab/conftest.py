"""One lab for all tests that need it."""

import base64
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cluster.server import Server
from tests.conftest import CHECKOUT
from tests.lab import lab
from tests.lab.controllers import DEFAULT
from tests.lab.run import SMALL, Run

NODES = 2


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The API server of a lab with two nodes, which is stopped afterwards and leaves nothing behind."""
    if os.geteuid() != 0 or "LAB_IMAGES" not in os.environ:
        pytest.skip("the lab needs root and what `ci/lab` builds: run `ci/lab test`")
    controllers = os.environ.get("LAB_CONTROLLERS", " ".join(DEFAULT)).split()
    try:
        start(controllers)
        yield Server(lab.FOLDER / "kubeconfig")
    finally:
        lab.down()


def start(controllers: list[str]) -> None:
    """Start the lab; where `LAB_MAY_NOT_START` is set, skip the tests if this machine has no nodes."""
    try:
        lab.up(NODES, controllers, lab.images())
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        if "LAB_MAY_NOT_START" not in os.environ:
            raise
        pytest.skip(f"the lab does not start on this machine: {error}")


@pytest.fixture(scope="session")
def programs(server: Server) -> None:
    """The programs of each example in a ConfigMap `EXAMPLE-code`."""
    for folder in sorted({file.parent for file in (CHECKOUT / "examples").glob("*/*.py")}):
        data = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.py")}
        name = {"name": f"{folder.name}-code", "namespace": "default"}
        assert server.create({"apiVersion": "v1", "kind": "ConfigMap", "metadata": name, "data": data}).refusal == ""


@pytest.fixture(scope="session")
def ssh_key(server: Server, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A new key in the Secret `training-ssh`."""
    file = Path(tmp_path_factory.mktemp("ssh"), "key")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(file)], check=True)
    key = base64.b64encode(file.read_bytes()).decode()
    metadata = {"name": "training-ssh", "namespace": "default"}
    secret = {"apiVersion": "v1", "kind": "Secret", "type": "kubernetes.io/ssh-auth", "metadata": metadata}
    assert server.create({**secret, "data": {"ssh-privatekey": key}}).refusal == ""


@pytest.fixture
def install(
    server: Server, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[[dict[str, Any]], Run]]:
    """Install values over those of `small.yaml`; the run is removed afterwards, with its claims."""
    run = Run("run-" + "".join(filter(str.isalnum, request.node.name.lower()))[:20], server)

    def install(values: dict[str, Any]) -> Run:
        file = tmp_path / "values.yaml"
        file.write_text(yaml.safe_dump(values), encoding="utf-8")
        run.install(SMALL, file)
        return run

    yield install
    if run.is_installed():
        run.uninstall()
