"""`render cluster example NAME` is the snapshot of a real API server that has what `clusters/NAME.yaml` says."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from render.cli.cluster import EXAMPLES, command
from tests.cluster import crds
from tests.cluster.conftest import definitions
from tests.cluster.control_plane import control_plane
from tests.cluster.held import create
from tests.cluster.server import Object, Server
from tests.cluster.test_snapshot import snapshot

CLUSTERS = Path(__file__).with_name("clusters")
NAMES = sorted(file.stem for file in CLUSTERS.glob("*.yaml"))
# Of a default storage class, the time of its creation.
TIME = re.compile(r", creationTimestamp: '?\"?[-0-9T:Z]+'?\"?")


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_a_snapshot(
    name: str, etcd: Path, kube_apiserver: Path, upstream: Path, tmp_path: Path, *, regen: bool
) -> None:
    wanted = yaml.safe_load((CLUSTERS / f"{name}.yaml").read_text(encoding="utf-8"))
    with control_plane(etcd, kube_apiserver, tmp_path, has_gangs=False) as endpoint:
        config = tmp_path / "config"
        config.write_text(endpoint.kubeconfig(), encoding="utf-8")
        server = Server(config)
        crds.create(server, [file for file in definitions(upstream) if file.parent.name in wanted["definitions"]])
        for one in (*objects(wanted), *wanted["objects"]):
            create(one, server)
        done = snapshot(config, "-n", "default")
    assert (done.exception, done.return_value) == (None, 0)
    head = "".join(f"# {line}\n" for line in wanted["about"])
    text = head + TIME.sub("", done.stdout.partition("\n")[2])
    if regen:
        (EXAMPLES / f"{name}.yaml").write_text(text, encoding="utf-8")
    shown = CliRunner().invoke(command, ["example", name], standalone_mode=False)
    assert shown.stdout == text


def objects(wanted: dict[str, Any]) -> Iterator[Object]:
    for shape in wanted["nodes"]:
        for number in range(shape["count"]):
            name = shape["name"].format(number)
            yield {
                "apiVersion": "v1",
                "kind": "Node",
                "metadata": {"name": name, "labels": {**shape["labels"], "kubernetes.io/hostname": name}},
                "spec": {"taints": shape.get("taints", [])},
                "status": {"allocatable": shape["allocatable"]},
            }
    yield {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": "default"}}
    for namespace, image in wanted["controllers"].items():
        yield {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}}
        labels = {"app": namespace}
        yield {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {"name": "controller", "namespace": namespace},
            "spec": {
                "selector": {"matchLabels": labels},
                "template": {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "c", "image": image}]}},
            },
        }
