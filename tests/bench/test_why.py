"""What `render why` costs for a run of 1,000 pods, as ratios of one run on one machine. Printed, never asserted."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import pytest
import yaml

from tests.bench.pipeline import CHECKOUT, QUIETLY, RENDER
from tests.bench.test_ratios import Cost, cost
from tests.chart.helm import CHART, Helm
from tests.cluster.control_plane import control_plane
from tests.cluster.server import Object, Server
from tests.golden.controllers import all_pods
from tests.golden.trainer import jobset_of

pytestmark = pytest.mark.bench

SPEC = CHECKOUT / "examples" / "fsdp" / "spec.yaml"
PODS, NODES, EVENTS = 1000, 500, 10_000
NAMESPACE = "team"
PEERS = {
    "json": "import json, sys; json.load(open(sys.argv[1]))",
    "yaml": "import yaml, sys; list(yaml.load_all(open(sys.argv[1]), yaml.CSafeLoader))",
}
LIST = """\
import sys
from render.cluster import connect
from render.kube.gvk import GroupVersionKind
client = connect(None, timeout=60)
for kind, namespace in (("Pod", sys.argv[1]), ("Event", sys.argv[1]), ("Node", None), ("Pod", None)):
    print(len(list(client.list(GroupVersionKind("", "v1", kind), namespace))))
"""
"""The four large lists that `render why` needs, and nothing else."""


@pytest.fixture(scope="module")
def run(helm: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Object]:
    """A JobSet with its pods, of which the last one waits, nodes, and events."""
    home = tmp_path_factory.mktemp("helm")
    text = Helm(helm, home).run("template", "run", CHART, "-n", NAMESPACE, "-f", SPEC, "--set", f"numNodes={PODS}")
    rendered = list(yaml.load_all(text, yaml.CSafeLoader))
    jobset = jobset_of(rendered)
    pods = list(all_pods(jobset))
    assert len(pods) == PODS
    return [jobset, *map(node, range(NODES)), *(placed(pod, number) for number, pod in enumerate(pods))]


def node(number: int) -> Object:
    room = {"cpu": "192", "memory": "2Ti", "pods": "110", "nvidia.com/gpu": "16"}
    ready = {"type": "Ready", "status": "True", "reason": "KubeletReady", "lastTransitionTime": "2026-01-01T00:00:00Z"}
    name = f"node-{number}"
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name}},
        "status": {"allocatable": room, "capacity": room, "conditions": [ready]},
    }


def placed(pod: Object, number: int) -> Object:
    """Return a pod that runs, and for the last one a pod that has no node."""
    waits = number == PODS - 1
    refusal = {
        "type": "PodScheduled",
        "status": "False",
        "reason": "Unschedulable",
        "message": f"0/{NODES} nodes are available: {NODES} Insufficient nvidia.com/gpu.",
    }
    status = {"phase": "Pending", "conditions": [refusal]} if waits else {"phase": "Running"}
    spec = pod["spec"] if waits else {**pod["spec"], "nodeName": f"node-{number % NODES}"}
    return {**pod, "metadata": {**pod["metadata"], "namespace": NAMESPACE}, "spec": spec, "status": status}


def event(number: int, pod: Object) -> Object:
    name = pod["metadata"]["name"]
    return {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {"name": f"{name}.{number}", "namespace": NAMESPACE},
        "involvedObject": {"kind": "Pod", "name": name, "namespace": NAMESPACE},
        "reason": "Pulled",
        "message": f"Container image was pulled in {number} ms",
        "lastTimestamp": f"2026-01-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}Z",
    }


def why(name: str, *arguments: object, **environment: Any) -> str:
    command = [sys.executable, "-c", RENDER, "why", name, *map(str, arguments)]
    done = subprocess.run(command, **{**QUIETLY, **environment}, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1, done
    return str(done.stdout)


@pytest.mark.parametrize("form", PEERS)
def test_from_a_dump(run: list[Object], form: str, tmp_path: Path) -> None:
    pods = [one for one in run if one["kind"] == "Pod"]
    events = [event(number, pods[number % PODS]) for number in range(EVENTS)]
    dump = tmp_path / f"dump.{form}"
    listing = {"apiVersion": "v1", "kind": "List", "items": [*run, *events]}
    listing = json.loads(json.dumps(listing))  # no part twice, which YAML would write as an alias
    text = json.dumps(listing) if form == "json" else yaml.dump(listing, Dumper=yaml.CSafeDumper)
    dump.write_text(text, encoding="utf-8")
    peer = [sys.executable, "-c", PEERS[form], str(dump)]
    ours, theirs = compared(
        lambda: why(run[0]["metadata"]["name"], "--from", dump), lambda: subprocess.run(peer, **QUIETLY, check=True)
    )
    most = getrusage(RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"\n{PODS} pods, {EVENTS} events, {dump.stat().st_size >> 20} MiB of {form}: {shown(ours, theirs)} of a load")
    print(f"the largest process so far: {most} MiB")


def test_live(run: list[Object], etcd: Path, kube_apiserver: Path, tmp_path: Path) -> None:
    with control_plane(etcd, kube_apiserver, tmp_path) as endpoint:
        config = tmp_path / "config"
        config.write_text(endpoint.kubeconfig(), encoding="utf-8")
        server = Server(config)
        server.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}})
        for name in ("default", "run"):
            account = {"apiVersion": "v1", "kind": "ServiceAccount"}
            server.create({**account, "metadata": {"name": name, "namespace": NAMESPACE}})
        for one in run[1:]:
            answer = server.create({key: value for key, value in one.items() if key != "status"})
            assert answer.refusal == "", answer
            assert server.merge(f"{server.path(one)}/status", {"status": one["status"]}).refusal == ""
        environment = {"env": {**QUIETLY["env"], "KUBECONFIG": str(config)}}
        peer = [sys.executable, "-c", LIST, NAMESPACE]
        ours, theirs = compared(
            lambda: why(run[0]["metadata"]["name"], "-n", NAMESPACE, **environment),
            lambda: subprocess.run(peer, **{**QUIETLY, **environment}, stdout=subprocess.DEVNULL, check=True),
        )
        print(f"\n{PODS} pods and {NODES} nodes, live: {shown(ours, theirs)} of the lists alone")


def compared(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[Cost, Cost]:
    ours()
    return cost(ours), cost(theirs)


def shown(ours: Cost, theirs: Cost) -> str:
    return (
        f"{ours.wall:.2f} s ({ours.cpu:.2f} s of CPU time; wanted: 2 s), {ours.cpu / theirs.cpu:.2f} times the CPU time"
    )
