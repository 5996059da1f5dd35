"""Runs on real nodes that somebody or something interrupts: what the manifests promise is what happens."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.cluster.control_plane import until
from tests.cluster.server import Server
from tests.lab.contents import names_of_objects
from tests.lab.gang import running
from tests.lab.lab import FOLDER, wait_for_node
from tests.lab.node import start_node, stop_node
from tests.lab.programs import LabError
from tests.lab.run import RUN_SECONDS, SMALL, Run
from tests.lab.schedulers import start_scheduler

pytestmark = pytest.mark.lab

Install = Callable[[dict[str, Any]], Run]

SPREAD = {
    "labelSelector": {"matchLabels": {"app.kubernetes.io/name": "training-job"}},
    "maxSkew": 1,
    "topologyKey": "kubernetes.io/hostname",
    "whenUnsatisfiable": "DoNotSchedule",
}
LONG: dict[str, Any] = {
    "launcher": "plain",
    "command": ["sleep", "600"],
    "numNodes": 2,
    "failurePolicy": {"maxRestarts": 1},
    "pod": {"terminationGracePeriodSeconds": 1, "topologySpreadConstraints": [SPREAD]},
}
SAVE = "trap 'sleep 6; echo saved >/checkpoints/saved; exit %d' TERM; sleep 600 & wait"


@pytest.fixture
def second_node(server: Server) -> Iterator[str]:
    """The path of a node that is open for pods afterwards."""
    path = "/api/v1/nodes/n2"
    yield path
    server.merge(path, {"spec": {"unschedulable": None, "taints": None}})


def names(run: Run, node: str) -> list[str]:
    """Return the pods of a run on a node."""
    return [pod["metadata"]["name"] for pod in run.pods() if pod["spec"].get("nodeName") == node]


@pytest.mark.parametrize(("action", "counted"), [("delete", 1), pytest.param("evict", 0, marks=pytest.mark.core)])
def test_lost_pod(action: str, counted: int, server: Server, install: Install) -> None:
    run = install(LONG)
    run.wait_until_running()
    [first, _] = run.pods()
    name = {"name": first["metadata"]["name"], "namespace": "default"}
    if action == "delete":
        server.retire({"apiVersion": "v1", "kind": "Pod", "metadata": name})
    else:
        server.evict(name["name"])
    run.wait_for_restart()
    assert run.counts() == (1, counted)
    run.wait_until_running()


@pytest.mark.usefixtures("ssh_key")
def test_restart_under_coscheduling(server: Server, install: Install) -> None:
    """A gang with a launcher starts again as a whole: no pod of the attempt before is counted for it."""
    start_scheduler("coscheduling", server)
    ssh = {"secretName": "training-ssh", "launcherResources": {"requests": {"cpu": "100m", "memory": "128Mi"}}}
    program = {"launcher": "mpi", "command": ["mpirun", "sleep", "600"], "ssh": ssh}
    run = install({**LONG, **program, "scheduler": "coscheduling", "failurePolicy": {"maxRestarts": 3}})
    for attempt in range(3):
        until(lambda: running(run) == 3, RUN_SECONDS, f"attempt {attempt} does not start")
        [launcher] = [pod["metadata"]["name"] for pod in run.pods() if "launcher" in pod["metadata"]["name"]]
        server.retire({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": launcher, "namespace": "default"}})
        run.wait_for_restart(attempt + 1)
    until(lambda: running(run) == 3, RUN_SECONDS, "it does not start again")


@pytest.mark.core
def test_drain(server: Server, install: Install, second_node: str) -> None:
    """The pods of a drained node are evicted: the run restarts elsewhere, and nothing is counted."""
    run = install({**LONG, "pod": {"terminationGracePeriodSeconds": 1}})
    run.wait_until_running()
    server.merge(second_node, {"spec": {"unschedulable": True}})
    moved = names(run, "n2")
    for name in moved:
        server.evict(name)
    if moved:
        run.wait_for_restart()
    until(lambda: len(names(run, "n1")) == 2 and run.is_running(), RUN_SECONDS, "the run does not move")
    assert run.counts()[1] == 0


@pytest.mark.core
def test_late_node(server: Server, install: Install, second_node: str) -> None:
    """A node that comes within the time of preflight is waited for."""
    server.merge(second_node, {"spec": {"unschedulable": True}})
    run = install({**LONG, "command": ["sleep", "1"]})
    until(lambda: in_preflight(run) == ["n1"], RUN_SECONDS, "no preflight on the first node")
    server.merge(second_node, {"spec": {"unschedulable": None}})
    assert run.wait() == "Completed"
    assert run.counts() == (0, 0)


def in_preflight(run: Run) -> list[str]:
    """Return the nodes on which preflight runs."""
    return [
        pod["spec"]["nodeName"]
        for pod in run.pods()
        if any("running" in one["state"] for one in pod["status"].get("initContainerStatuses", []))
    ]


def test_missing_node(server: Server, install: Install, second_node: str) -> None:
    """A node that never comes ends the run, and the others say which one it is."""
    server.merge(second_node, {"spec": {"unschedulable": True}})
    run = install({**LONG, "preflight": {"timeoutSeconds": 10}})
    assert run.wait() == "Failed"
    assert run.counts() == (0, 0)
    [ended] = [pod for pod in run.pods() if pod["status"]["phase"] == "Failed" and "nodeName" in pod["spec"]]
    state = ended["status"]["initContainerStatuses"][0]["state"]["terminated"]
    assert state["exitCode"] == 69
    assert "node 1" in state["message"] or "node 0" in state["message"]


@pytest.mark.parametrize(("grace", "saved"), [pytest.param(20, ["saved"], marks=pytest.mark.core), (2, [])])
def test_long_save(grace: int, saved: list[str], server: Server, install: Install) -> None:
    """SIGTERM reaches the program, which has the pod's grace period to save."""
    checkpoints = {"mode": "create", "size": "1Gi", "accessMode": "ReadWriteMany"}
    pod = {"terminationGracePeriodSeconds": grace}
    run = install({**LONG, "command": ["sh", "-c", SAVE % 143], "storage": {"checkpoints": checkpoints}, "pod": pod})
    run.wait_until_running()
    folder = run.volume(f"{run.name}-checkpoints")
    for one in run.pods():
        server.evict(one["metadata"]["name"])
    run.wait_for_restart()
    assert [file.name for file in folder.iterdir() if file.name == "saved"] == saved


def test_save_that_ends_well(server: Server, install: Install) -> None:
    """A program that ends with 0 after SIGTERM has succeeded, for Kubernetes: an evicted run is complete."""
    checkpoints = {"mode": "create", "size": "1Gi", "accessMode": "ReadWriteMany"}
    pod = {"terminationGracePeriodSeconds": 20}
    run = install({**LONG, "command": ["sh", "-c", SAVE % 0], "storage": {"checkpoints": checkpoints}, "pod": pod})
    run.wait_until_running()
    for one in run.pods():
        server.evict(one["metadata"]["name"])
    assert run.wait() == "Completed"
    assert run.counts() == (0, 0)


def test_time_to_live(server: Server, install: Install) -> None:
    """A finished run removes itself; the release and its ConfigMaps stay until they are uninstalled."""
    run = install({**LONG, "command": ["true"], "ttlSecondsAfterFinished": 3})
    until(lambda: run.status() != {}, RUN_SECONDS, "no run")
    until(lambda: run.status() == {}, RUN_SECONDS, "the run stays")
    until(lambda: run.pods() == [], RUN_SECONDS, "its pods stay")
    assert f"Service/{run.name}" in names_of_objects(server)


def test_suspended(install: Install) -> None:
    """A suspended run has no pods; resumed by an upgrade, it trains."""
    run = install({**LONG, "command": ["true"], "suspend": True})
    until(lambda: has_condition(run, "Suspended"), RUN_SECONDS, "not suspended")
    assert run.pods() == []
    run.upgrade(settings={"suspend": False})
    assert run.wait() == "Completed"


def has_condition(run: Run, kind: str) -> bool:
    return any(one["type"] == kind and one["status"] == "True" for one in run.status().get("conditions", []))


@pytest.mark.parametrize(
    ("options", "at_once", "at_the_end"),
    [
        ((), 1, 1),
        (("--cleanup-on-fail",), 0, 1),
        (("--rollback-on-failure", "--cleanup-on-fail"), 0, 0),
    ],
)
def test_rejected_upgrade(
    options: tuple[str, ...], at_once: int, at_the_end: int, server: Server, install: Install
) -> None:
    """JobSet's webhook rejects a changed run, which goes on; Helm has created a ConfigMap by then, and keeps it.

    The ConfigMaps that it leaves are counted, at once and after `helm uninstall`.
    """
    before = names_of_objects(server)
    run = install({**LONG, "env": {"OPTIONS": " ".join(options)}})
    run.wait_until_running()
    installed = names_of_objects(server)
    with pytest.raises(LabError, match="field is immutable"):
        run.upgrade(*options, settings={"env.OPTIONS": "changed"})
    assert run.is_running()
    assert run.counts() == (0, 0)
    assert len(names_of_objects(server) - installed) == at_once
    run.uninstall()
    assert len(names_of_objects(server) - before) == at_the_end


@pytest.mark.core
def test_two_runs_of_one_name(server: Server, install: Install) -> None:
    """A second release with the name of a run is rejected before anything is created; the first one goes on."""
    run = install(LONG)
    run.wait_until_running()
    installed = names_of_objects(server)
    with pytest.raises(LabError, match="name that is still in use"):
        run.install(SMALL, settings=LONG)
    with pytest.raises(LabError, match="invalid ownership metadata"):
        Run("other", server).install(SMALL, settings={**LONG, "name": run.name})
    assert run.is_running()
    assert names_of_objects(server) == installed


def test_node_that_comes_back(install: Install) -> None:
    """While a node is lost its pod stays, so nothing restarts; when the node is back, the run does."""
    run = install({**LONG, "pod": {**LONG["pod"], "tolerations": short_toleration()}})
    run.wait_until_running()
    stop_node(FOLDER, 2)
    try:
        until(lambda: is_deleted(run, "n2"), RUN_SECONDS, "the pod of the lost node is not deleted")
        assert run.counts() == (0, 0)
    finally:
        start_node(FOLDER, 2, [])
        wait_for_node(2)
    run.wait_for_restart()
    run.wait_until_running()


def test_node_out_of_service(server: Server, install: Install, second_node: str) -> None:
    """The taint `out-of-service` tells Kubernetes that a lost node will not come back: the run restarts."""
    run = install({**LONG, "pod": {"terminationGracePeriodSeconds": 1, "tolerations": short_toleration()}})
    run.wait_until_running()
    stop_node(FOLDER, 2)
    try:
        until(lambda: is_deleted(run, "n2"), RUN_SECONDS, "the pod of the lost node is not deleted")
        taint = {"key": "node.kubernetes.io/out-of-service", "value": "nodeshutdown", "effect": "NoExecute"}
        taints = server.get(second_node).body["spec"].get("taints", [])
        server.merge(second_node, {"spec": {"taints": [*taints, taint]}})
        run.wait_for_restart()
        until(lambda: len(names(run, "n1")) == 2, RUN_SECONDS, "the run does not start elsewhere")
    finally:
        server.merge(second_node, {"spec": {"taints": None}})
        start_node(FOLDER, 2, [])
        wait_for_node(2)


def short_toleration() -> list[dict[str, Any]]:
    """Pods of a node that is lost are deleted after 5 s, not after 300."""
    return [
        {"key": f"node.kubernetes.io/{key}", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5}
        for key in ("unreachable", "not-ready")
    ]


def is_deleted(run: Run, node: str) -> bool:
    return any("deletionTimestamp" in pod["metadata"] and pod["spec"].get("nodeName") == node for pod in run.pods())


def test_smoke_test_that_fails(server: Server) -> None:
    """`helm test` fails; the Job stays, and its pods say why."""
    run = Run("smoke-fails", server)
    env = {"GLOO_SOCKET_IFNAME": "none0"}
    run.install(SMALL, settings={"command": ["true"], "numNodes": 2, "env": env, "smokeTest": {"mode": "only"}})
    try:
        with pytest.raises(LabError, match="Job Failed"):
            run.test()
        pods = server.get(f"/api/v1/namespaces/default/pods?labelSelector=job-name%3D{run.name}-smoke").body["items"]
        ended = [pod["status"]["containerStatuses"][0]["state"]["terminated"] for pod in pods]
        assert {one["exitCode"] for one in ended} <= {20, 21, 22, 23, 24}
        assert any("none0" in one["message"] for one in ended)
    finally:
        run.uninstall()
