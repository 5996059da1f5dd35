"""One lab for all tests that need it."""

import base64
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.server import Server
from tests.lab import lab
from tests.lab.controllers import DEFAULT

NODES = 2


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The API server of a lab with two nodes, which is stopped afterwards and leaves nothing behind."""
    if os.geteuid() != 0 or "LAB_IMAGES" not in os.environ:
        pytest.skip("the lab needs root and what `ci/lab` builds: run `ci/lab test`")
    try:
        lab.up(NODES, DEFAULT, lab.images())
        yield Server(lab.FOLDER / "kubeconfig")
    finally:
        lab.down()


@pytest.fixture(scope="session")
def ssh_key(server: Server, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A new key in the Secret `training-ssh`."""
    file = Path(tmp_path_factory.mktemp("ssh"), "key")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(file)], check=True)
    key = base64.b64encode(file.read_bytes()).decode()
    metadata = {"name": "training-ssh", "namespace": "default"}
    secret = {"apiVersion": "v1", "kind": "Secret", "type": "kubernetes.io/ssh-auth", "metadata": metadata}
    assert server.create({**secret, "data": {"ssh-privatekey": key}}).refusal == ""
