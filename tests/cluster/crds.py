"""CustomResourceDefinitions that a real API server is to serve."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from tests.cluster.control_plane import until
from tests.cluster.server import Server

SECONDS = 30


def create(server: Server, files: Iterable[Path]) -> None:
    """Create the definition in each file, and wait until all are served. Raises RuntimeError where one is not."""
    reference = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition"}
    created = [server.create(reference, text=file.read_bytes()) for file in files]
    assert [answer.refusal for answer in created if answer.refusal] == []
    for spec in (answer.body["spec"] for answer in created):
        for version in spec["versions"]:
            served = (f"{spec['group']}/{version['name']}", spec["names"]["kind"])
            until(partial(server.serves, *served), SECONDS, f"{served} is not served")
