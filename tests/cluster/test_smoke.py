"""The smoke test on a cluster that makes its pods: the real Helm waits for them and says how they ended."""

from pathlib import Path
from subprocess import Popen

import pytest

from tests.chart.helm import CHART, Helm, objects
from tests.cluster import crds
from tests.cluster.cluster import SECONDS, Cluster, ended
from tests.cluster.control_plane import until
from tests.cluster.controllers import add_node
from tests.cluster.server import Object, Server
from tests.golden.controllers import pods

EXAMPLE = CHART.parents[1] / "examples" / "nccl-smoke-test" / "spec.yaml"
MPI = CHART / "ci" / "mpi-smoke-values.yaml"
GANG = ("scheduler=kubernetes", "kubernetes.version=1.36")
GPUS = {"nvidia.com/gpu": "8"}
TWO_NODES = ("image=train:1", "numNodes=2", r"resourcesPerNode.limits.nvidia\.com/gpu=8")
PATIENCE = f"--timeout={SECONDS}s"
RESTRICTED = "restricted"


def settings(*chosen: str) -> list[str]:
    return [word for setting in chosen for word in ("--set-string" if "version=" in setting else "--set", setting)]


@pytest.mark.parametrize("values", [EXAMPLE, MPI], ids=["example", "mpi"])
def test_pods_are_within_the_standard(values: Path, helm4: Helm, server: Server) -> None:
    """Whatever the training needs, in a namespace that enforces the `restricted` Pod Security standard."""
    text = helm4.run("template", "run", CHART, "-n", RESTRICTED, "-f", values)
    hooks = [found for found in objects(text) if "helm.sh/hook" in found["metadata"].get("annotations", {})]
    [job] = [found for found in hooks if found["kind"] == "Job"]
    answers = [server.create(found, dry_run=True) for found in [*hooks, *pods(job)]]
    assert [(answer.refusal, answer.warnings) for answer in answers] == [("", ())] * len(answers)


@pytest.fixture(scope="module")
def at_work(home_at_work: Path, helm: Path, upstream: Path) -> tuple[Helm, Server]:
    """A cluster with the JobSet's definition and one node of the two that a test needs."""
    server = Server(home_at_work / ".kube" / "config")
    crds.create(server, sorted((upstream / "crds" / "jobset").glob("*_*.yaml")))
    add_node(server, "first", **GPUS)
    return Helm(helm, home_at_work), server


@pytest.fixture(scope="module")
def two_nodes(at_work: tuple[Helm, Server]) -> tuple[Helm, Server]:
    if at_work[1].get("/api/v1/nodes/second").refusal:
        add_node(at_work[1], "second", **GPUS)
    return at_work


def install(cluster: Cluster, *chosen: str) -> Popen[str]:
    return cluster.start("install", CHART, "--create-namespace", PATIENCE, *settings(*TWO_NODES, *chosen))


def condition(job: Object) -> tuple[str, str, str]:
    """Return the last condition of a Job: type, reason and message."""
    last = job["status"]["conditions"][-1]
    return last["type"], last.get("reason", ""), last.get("message", "")


def test_gang_waits_for_all_nodes(at_work: tuple[Helm, Server]) -> None:
    """The hook's own gang is there before its pods: with one node none of them starts, with two both do."""
    assert pods_on_one_node(Cluster(*at_work, "no-gang")) == 1
    cluster = Cluster(*at_work, "gang")
    assert ended(install(cluster, "smokeTest.mode=only", *GANG))[0] == 0
    assert cluster.listed("batch/v1/jobs") == []
    test = cluster.start("test", PATIENCE)
    until(lambda: len(cluster.listed("pods")) == 2, SECONDS, "no pods")
    until(lambda: len(unschedulable(cluster)) == 2, SECONDS, "the scheduler has not tried")
    assert [pod["spec"].get("nodeName") for pod in cluster.listed("pods")] == [None, None]
    add_node(cluster.server, "second", **GPUS)
    cluster.wait_for_pods(2)
    assert {pod["spec"]["nodeName"] for pod in cluster.listed("pods")} == {"first", "second"}
    cluster.end(0, 0)
    code, text = ended(test)
    assert (code, "Phase:          Succeeded" in text) == (0, True), text


def pods_on_one_node(cluster: Cluster) -> int:
    """Return how many pods start without a gang, which keep a node from who needs two."""
    assert ended(install(cluster, "smokeTest.mode=only"))[0] == 0
    test = cluster.start("test", PATIENCE)
    cluster.wait_for_pods(1)
    until(lambda: len(unschedulable(cluster)) == 1, SECONDS, "the scheduler has not tried")
    count = len(cluster.running())
    cluster.end(22)
    assert ended(test)[0] == 1
    return count


def unschedulable(cluster: Cluster) -> list[Object]:
    said = [pod["status"].get("conditions", []) for pod in cluster.listed("pods")]
    return [found for found in said if any(one["type"] == "PodScheduled" and one["status"] == "False" for one in found)]


def test_helm_test_waits_for_every_node(two_nodes: tuple[Helm, Server]) -> None:
    cluster = Cluster(*two_nodes, "waits")
    assert ended(install(cluster, "smokeTest.mode=only"))[0] == 0
    test = cluster.start("test", PATIENCE)
    cluster.wait_for_pods(2)
    first, second = sorted(cluster.running())
    cluster.server.merge(f"/api/v1/namespaces/waits/pods/{first}", {"metadata": {"annotations": {"exit-code": "0"}}})
    until(lambda: cluster.running() == [second], SECONDS, "the first pod has not ended")
    assert test.poll() is None
    cluster.end(0)
    assert ended(test)[0] == 0
    assert condition(cluster.job())[0] == "Complete"
    assert cluster.listed("services") == []
    assert [found["metadata"]["name"] for found in cluster.listed("configmaps")] == []


@pytest.mark.parametrize("code", [20, 21, 22, 23, 24])
def test_helm_test_reports_the_verdict(code: int, two_nodes: tuple[Helm, Server]) -> None:
    cluster = Cluster(*two_nodes, f"verdict-{code}")
    assert ended(install(cluster, "smokeTest.mode=only"))[0] == 0
    test = cluster.start("test", PATIENCE)
    cluster.wait_for_pods(2)
    cluster.end(0, code)
    status, text = ended(test)
    assert status == 1, text
    kind, reason, message = condition(cluster.job())
    assert (kind, reason) == ("Failed", "PodFailurePolicy")
    assert f"failed with exit code {code} matching FailJob rule at index 0" in message


def test_next_test_replaces_the_last(two_nodes: tuple[Helm, Server]) -> None:
    cluster = Cluster(*two_nodes, "again")
    assert ended(install(cluster, "smokeTest.mode=only"))[0] == 0
    uids = []
    for code, status in ((20, 1), (0, 0), (0, 0)):
        test = cluster.start("test", PATIENCE)
        cluster.wait_for_pods(2)
        uids.append(cluster.job()["metadata"]["uid"])
        cluster.end(code, code)
        assert ended(test)[0] == status
    assert len(set(uids)) == 3


@pytest.mark.parametrize(("code", "status", "jobsets"), [(0, 0, 1), (20, 1, 0)])
def test_nothing_is_installed_before_the_test_has_passed(
    code: int, status: int, jobsets: int, two_nodes: tuple[Helm, Server]
) -> None:
    cluster = Cluster(*two_nodes, f"before-{code}")
    installation = install(cluster, "smokeTest.mode=with", "smokeTest.hook=pre-install", "env.NCCL_DEBUG=WARN")
    cluster.wait_for_pods(2)
    assert cluster.listed("jobset.x-k8s.io/v1alpha2/jobsets") == []
    cluster.end(code, code)
    assert ended(installation)[0] == status
    assert len(cluster.listed("jobset.x-k8s.io/v1alpha2/jobsets")) == jobsets
