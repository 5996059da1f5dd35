"""Objects that are too large for `kubectl apply`: the sizes are those of kubectl and of a real API server."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from render.manifests.apply_size import MAX_BYTES, annotation_bytes
from tests.cluster.server import Server
from tests.rules.sets import loaded, of

KUBECTL = shutil.which("kubectl") or ""
KEY = "kubectl.kubernetes.io/last-applied-configuration"

pytestmark = pytest.mark.skipif(not KUBECTL, reason="kubectl is not installed")


def config_map(name: str, **data: str) -> dict[str, Any]:
    return {**of("v1", "ConfigMap", name, "team"), "data": data}


def apply(home: Path, item: dict[str, Any], *options: str) -> subprocess.CompletedProcess[str]:
    command = [KUBECTL, "apply", *options, "-f", "-"]
    environment = {**os.environ, "KUBECONFIG": str(home / ".kube" / "config")}
    return subprocess.run(command, input=json.dumps(item), env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("text", ["", "a\nb\t\x01\x7f", 'quotes " and \\', "<>&\u2028", "ä€😀"], ids=ascii)
def test_bytes(home: Path, server: Server, text: str) -> None:
    item = config_map("small", text=text)
    server.delete(item)
    assert apply(home, item).returncode == 0
    stored = server.find(item).body["metadata"]["annotations"][KEY]
    [read] = loaded(item)
    assert annotation_bytes(read) == len(KEY) + len(stored.encode())


def test_the_last_byte(home: Path, server: Server) -> None:
    assert server
    [empty] = loaded(config_map("large", text=""))
    largest = MAX_BYTES - annotation_bytes(empty)
    assert apply(home, config_map("large", text="x" * largest)).returncode == 0
    server.delete(config_map("large"))
    refused = apply(home, config_map("large", text="x" * (largest + 1)))
    assert "metadata.annotations: Too long: may not be more than 262144 bytes" in refused.stderr
    accepted = apply(home, config_map("large", text="x" * (largest + 1)), "--server-side")
    assert (accepted.returncode, accepted.stderr) == (0, "")
