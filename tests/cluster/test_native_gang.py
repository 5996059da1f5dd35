"""`scheduler: kubernetes` on the real kube-scheduler: nothing of a run starts until all of it fits, then all does.

The pods are what a JobSet would make: kube-controller-manager makes them of the JobSet's Jobs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from tests.chart.helm import CHART, Helm, objects
from tests.cluster.cluster import Cluster
from tests.cluster.control_plane import until
from tests.cluster.controllers import add_node
from tests.cluster.server import Server
from tests.cluster.watching import SECONDS, Pods, State, followed, version
from tests.golden.controllers import jobs
from tests.golden.trainer import jobset_of

EXAMPLE = CHART.parents[1] / "examples" / "kubernetes" / "spec.yaml"
NODES = 4
"""Of the example."""
# Room for one pod of the example.
ROOM = {"cpu": "96", "memory": "1Ti", "nvidia.com/gpu": "8"}
NATIVE = ("--set-string", "kubernetes.version=1.36")


@dataclass(frozen=True)
class Pool:
    """Nodes that only the runs of one test may use."""

    server: Server
    helm: Helm
    name: str
    numbers: Iterator[int]

    def grow(self, nodes: int) -> None:
        for _ in range(nodes):
            name = f"{self.name}-{next(self.numbers)}"
            add_node(self.server, name, **ROOM)
            assert (
                self.server.merge(f"/api/v1/nodes/{name}", {"metadata": {"labels": {"pool": self.name}}}).refusal == ""
            )

    def start(self, namespace: str, *settings: str) -> None:
        """Create what the example renders, and in the place of its JobSet the Jobs that come of it."""
        chosen = (*NATIVE, "--set", f"pod.nodeSelector.pool={self.name}", *settings)
        text = self.helm.run("template", "run", CHART, "-n", namespace, "-f", EXAMPLE, *chosen)
        rendered = objects(text)
        made = [{**job, "metadata": {**job["metadata"], "ownerReferences": []}} for job in jobs(jobset_of(rendered))]
        others = [one for one in rendered if one["kind"] != "JobSet"]
        home = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}}
        for one in (home, *others, *made):
            assert self.server.create(one).refusal == ""

    def end(self, namespace: str) -> None:
        cluster = Cluster(self.helm, self.server, namespace)
        cluster.wait_for_pods(NODES)
        cluster.end(*[0] * NODES)


@pytest.fixture(scope="module")
def working(home_at_work: Path) -> Server:
    return Server(home_at_work / ".kube" / "config")


@pytest.fixture
def pool(working: Server, helm4: Helm, request: pytest.FixtureRequest) -> Pool:
    name: str = request.node.name.removeprefix("test_").replace("_", "-")
    return Pool(working, helm4, name, count())


def are_refused(pods: Pods) -> bool:
    return len(pods) == NODES and all(state.refused for state in pods.values())


def are_bound(pods: Pods) -> bool:
    return len(pods) == NODES and all(state.node for state in pods.values())


def know_all_nodes(pods: Pods) -> bool:
    """Say whether the scheduler has tried all nodes of the two runs' pool, and found too few."""
    return are_refused(pods) and any(
        f"{NODES + 1} Insufficient nvidia.com/gpu" in str(one.refused) for one in pods.values()
    )


def bound(states: list[State]) -> set[str]:
    return {state.node for state in states if state.node}


def verdict(pool: Pool) -> str:
    """Return what the scheduler says of the gang as a whole."""
    [group] = Cluster(pool.helm, pool.server, pool.name).listed("scheduling.k8s.io/v1alpha2/podgroups")
    [found] = [one for one in group["status"]["conditions"] if one["type"] == "PodGroupScheduled"]
    return str(found["status"])


def test_without_a_gang_some_start(pool: Pool) -> None:
    """There is room for all but one pod, which is where a run without a gang hangs."""
    pool.grow(NODES - 1)
    pool.start(pool.name, "--set", "scheduler=none")
    states = followed(
        pool.server,
        pool.name,
        lambda pods: len(pods) == NODES and all(state.node or state.refused for state in pods.values()),
    )
    assert len(bound(states)) == NODES - 1


def test_all_or_none(pool: Pool) -> None:
    pool.grow(NODES - 1)
    pool.start(pool.name)
    assert bound(followed(pool.server, pool.name, are_refused)) == set()
    assert verdict(pool) == "False"
    before = version(pool.server, pool.name)
    pool.grow(1)
    states = followed(pool.server, pool.name, are_bound, since=before)
    assert len(bound(states)) == NODES
    first = next(place for place, state in enumerate(states) if state.node)
    # What a pod was refused for before may be written late: no room is what none of them can lack from now on.
    assert [state for state in states[first:] if "Insufficient" in str(state.refused)] == []
    until(lambda: verdict(pool) == "True", SECONDS, "its PodGroup is not scheduled")


def test_two_that_fit_one_at_a_time(pool: Pool) -> None:
    """One gets all the nodes that it needs, the other none of those that are left, until the first has ended."""
    one, other = f"{pool.name}-a", f"{pool.name}-b"
    for namespace in (one, other):
        pool.start(namespace)
    for namespace in (one, other):
        followed(pool.server, namespace, are_refused)
    pool.grow(NODES + 1)
    cluster = {name: Cluster(pool.helm, pool.server, name) for name in (one, other)}
    until(lambda: any(len(found.running()) == NODES for found in cluster.values()), SECONDS, "no gang runs")
    [runs] = [name for name, found in cluster.items() if found.running()]
    waits = other if runs == one else one
    assert bound(followed(pool.server, waits, know_all_nodes)) == set()
    pool.end(runs)
    assert len(bound(followed(pool.server, waits, are_bound))) == NODES
