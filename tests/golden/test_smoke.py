"""The example of the smoke test: one process a GPU on every node, which all meet, or none of them starts."""

from tests.golden.cases import Case
from tests.golden.controllers import pods
from tests.golden.kubelet import environment
from tests.golden.test_gang import bound_to

CASE = Case("nccl-smoke-test")
[JOB] = CASE.of_kind("Job")


def test_size() -> None:
    expected, made = CASE.expected, list(pods(JOB))
    assert expected["nodes"] * expected["processes"] == expected["world"]
    assert len(made) == JOB["spec"]["parallelism"] == expected["nodes"]
    for rank, pod in enumerate(made):
        told = environment(pod, pod["spec"]["containers"][0], CASE.objects)
        assert told["NODE_RANK"] == str(rank)
    arguments = JOB["spec"]["template"]["spec"]["containers"][0]["args"]
    assert {f"--nodes={expected['nodes']}", f"--procs={expected['processes']}"} <= {*arguments}


def test_gang() -> None:
    [gang] = CASE.of_kind("PodGroup")
    assert gang["spec"]["minMember"] == CASE.expected["gang"]["members"] == len(list(pods(JOB)))
    assert gang["spec"]["minResources"] == CASE.expected["gang"]["resources"]
    for pod in pods(JOB):
        assert bound_to(pod) == {"scheduling.volcano.sh": gang["metadata"]["name"]}


def test_first_failure_is_the_verdict() -> None:
    """A node that is started again would find nobody."""
    assert JOB["spec"]["backoffLimit"] == 0
    assert JOB["spec"]["template"]["spec"]["restartPolicy"] == "Never"
    [codes, preempted] = JOB["spec"]["podFailurePolicy"]["rules"]
    assert codes["onExitCodes"] == {"containerName": "node", "operator": "In", "values": [20, 21, 22, 23, 24]}
    assert preempted == {"action": "FailJob", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]}
