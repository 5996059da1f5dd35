"""What `render doctor` says of nodes while pods come and go: those of Jobs at work, on nodes that kwok runs."""

from pathlib import Path
from typing import Any

import yaml

from tests.cluster.cluster import Cluster
from tests.cluster.control_plane import until
from tests.cluster.pool import EXAMPLE, NODES, Pool
from tests.cluster.test_doctor import doctor, findings
from tests.cluster.watching import SECONDS


def test_room_comes_and_goes(pool: Pool, tmp_path: Path) -> None:
    pool.grow(NODES - 1)
    assert verdict(pool, tmp_path) == "fault"
    pool.grow(1)
    assert verdict(pool, tmp_path) == "ok"
    pool.start(pool.name)
    cluster = Cluster(pool.helm, pool.server, pool.name)
    cluster.wait_for_pods(NODES)
    assert verdict(pool, tmp_path) == "warning"
    assert verdict(pool, tmp_path, pool.name) == "ok"  # its own pods give way to the run that replaces it
    assert verdict(pool, tmp_path, pool.name, "other") == "warning"
    cluster.end(*[0] * NODES)
    until(lambda: verdict(pool, tmp_path) == "ok", SECONDS, "what has ended holds its nodes")


def verdict(pool: Pool, folder: Path, namespace: str = "default", name: str | None = None) -> str:
    """Return what is said of the nodes for the example, whatever else the cluster lacks."""
    spec: dict[str, Any] = yaml.safe_load(EXAMPLE.read_text(encoding="utf-8"))
    spec["name"] = name or spec["name"]
    spec["pod"] = {**spec.get("pod", {}), "nodeSelector": {"pool": pool.name}}
    done = doctor(spec, namespace, pool.server.kubeconfig, folder)
    [found] = {one["verdict"] for one in findings(done, namespace) if one["check"] == "nodes"}
    return str(found)
