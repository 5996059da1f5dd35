"""What `render doctor` says of the nodes is what the real scheduler does with the pods of the run."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.chart.helm import CHART, Helm
from tests.cluster.control_plane import control_plane, running, until
from tests.cluster.doctor_cases import Case, cases
from tests.cluster.held import holding
from tests.cluster.server import Object, Server
from tests.golden.controllers import all_pods
from tests.golden.trainer import jobset_of

SECONDS = 60
# Of several roles doctor doesn't claim to know the order; what a user may not ask has nothing to do with scheduling.
UNCOUNTED = {"launcher", "scheduler", "topologySpreadConstraints"}
NODES = [case for case in cases("checks") if case.check == "nodes" and case.user is None]
COUNTED = [case for case in NODES if not UNCOUNTED & {*case.spec, *case.spec["pod"]}]
UNSCHEDULABLE = {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}


@pytest.fixture(scope="module")
def scheduled(
    etcd: Path, kube_apiserver: Path, kube_scheduler: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """An API server with a scheduler."""
    folder = tmp_path_factory.mktemp("scheduled")
    config = folder / "config"
    with control_plane(etcd, kube_apiserver, folder) as endpoint:
        config.write_text(endpoint.kubeconfig(), encoding="utf-8")
        command = [str(kube_scheduler), f"--kubeconfig={config}", "--leader-elect=false", "--secure-port=0"]
        with running(command, folder):
            yield Server(config)


@pytest.mark.parametrize("case", COUNTED, ids=[case.name for case in COUNTED])
def test_as_many_pods_get_a_node_as_doctor_says(case: Case, scheduled: Server, helm: Path, tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text(yaml.safe_dump(case.spec), encoding="utf-8")
    with holding(case.objects, scheduled) as namespace:
        text = Helm(helm, tmp_path).run("template", "run", CHART, "-n", namespace, "-f", tmp_path / "spec.yaml")
        pods = all_pods(jobset_of(list(yaml.safe_load_all(text))))
        know_nodes(case, namespace, scheduled)
        try:
            assert [scheduled.create(pod).refusal for pod in pods] == [""] * len(pods)
            until(lambda: all(map(is_decided, found(pods, scheduled))), SECONDS, "the scheduler has not tried")
            assert sum(map(has_node, found(pods, scheduled))) == verdict_of(case)
        finally:
            for pod in pods:
                scheduled.delete(pod)


def know_nodes(case: Case, namespace: str, server: Server) -> None:
    """Wait until the scheduler knows each node with its last taints: it gives it a pod that may go nowhere else."""
    nodes = [one for one in case.objects if one["kind"] == "Node"]
    probes = [probe(node, namespace) for node in nodes]
    assert [server.create(one).refusal for one in probes] == [""] * len(probes)
    until(lambda: all(map(has_node, found(probes, server))), SECONDS, "the scheduler does not know the nodes")
    for one in probes:
        server.delete(one)


def probe(node: Object, namespace: str) -> Object:
    name = node["metadata"]["name"]
    field = {"key": "metadata.name", "operator": "In", "values": [name]}
    terms = {"nodeSelectorTerms": [{"matchFields": [field]}]}
    spec = {
        "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}},
        "tolerations": [*node.get("spec", {}).get("taints", []), UNSCHEDULABLE],
        "containers": [{"name": "probe", "image": "none"}],
    }
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": f"probe-{name}", "namespace": namespace},
        "spec": spec,
    }


def verdict_of(case: Case) -> int:
    """Return how many pods have room, in the words of the case."""
    [message] = case.finds.values()
    match = re.search(r"(\d+)(?: of \d+)? pods? of `node`", message)
    assert match is not None
    return int(match[1])


def found(pods: list[Object], server: Server) -> list[Object]:
    return [server.find(pod).body for pod in pods]


def has_node(pod: Object) -> bool:
    return "nodeName" in pod["spec"]


def is_decided(pod: Object) -> bool:
    conditions = pod["status"].get("conditions", [])
    return has_node(pod) or any(one["type"] == "PodScheduled" and one["status"] == "False" for one in conditions)
