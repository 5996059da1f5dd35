"""`scheduler: kubernetes` on the real kube-scheduler: nothing of a run starts until all of it fits, then all does.

The pods are what a JobSet would make: kube-controller-manager makes them of the JobSet's Jobs.
"""

from tests.cluster.cluster import Cluster
from tests.cluster.control_plane import until
from tests.cluster.pool import NODES, Pool
from tests.cluster.watching import SECONDS, Pods, State, followed, version


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
    conditions = group.get("status", {}).get("conditions", [])
    return next((str(one["status"]) for one in conditions if one["type"] == "PodGroupScheduled"), "not said")


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
    until(lambda: verdict(pool) == "False", SECONDS, "its PodGroup is not said to wait")
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
