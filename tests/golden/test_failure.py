"""A preemption costs no restart, a fatal exit code and a deadline end the run, any other failure restarts it."""

from itertools import product

import pytest

from tests.golden.cases import Case, each_case
from tests.golden.controllers import all_containers, role_of, started_together
from tests.golden.failure import DEADLINE, PREEMPTION, Event, Outcome, outcome

CRASH = Event(exit_code=1)
NCCL_ABORT = Event(exit_code=134)


def roles(case: Case) -> set[str]:
    """The roles whose pods make up the run."""
    return {role_of(pod) for pod in started_together(case.jobset)}


@each_case
def test_preemption_is_free(case: Case) -> None:
    expected = Outcome.REPLACED if "elastic" in case.spec else Outcome.RESTARTED_FREE
    assert {outcome(case.jobset, role, PREEMPTION) for role in roles(case)} == {expected}


@each_case
@pytest.mark.parametrize("event", [CRASH, NCCL_ABORT], ids=["crash", "abort"])
def test_crash_counts(case: Case, event: Event) -> None:
    expected = Outcome.REPLACED if "elastic" in case.spec else Outcome.RESTARTED
    assert {outcome(case.jobset, role, event) for role in roles(case)} == {expected}


@each_case
def test_fatal_exit_code_ends_the_run(case: Case) -> None:
    for role, code in product(roles(case), case.spec.get("failurePolicy", {}).get("fatalExitCodes", [])):
        assert outcome(case.jobset, role, Event(exit_code=code)) is Outcome.FAILED
        for other in (code + 10, code * 10 + 1, 255):
            assert outcome(case.jobset, role, Event(exit_code=other)) is not Outcome.FAILED


@each_case
def test_deadline_ends_the_run(case: Case) -> None:
    deadline = case.spec.get("activeDeadlineSeconds")
    if "activeDeadlineSeconds" in case.run["spec"]:  # a TrainJob's, of which Kubeflow Trainer itself takes care
        assert case.run["spec"]["activeDeadlineSeconds"] == deadline
        deadline = None
    for role in case.jobset["spec"]["replicatedJobs"]:
        assert role["template"]["spec"].get("activeDeadlineSeconds") == deadline
        if deadline is not None:
            assert outcome(case.jobset, role["name"], DEADLINE) is Outcome.FAILED


@each_case
def test_initializer_is_tried_again_alone(case: Case) -> None:
    for role in case.jobset["spec"]["replicatedJobs"]:
        if role["name"].endswith("-initializer"):
            assert outcome(case.jobset, role["name"], CRASH) is Outcome.REPLACED
            assert outcome(case.jobset, role["name"], PREEMPTION) is Outcome.REPLACED


@each_case
def test_jobs_fit_their_pod_failure_policy(case: Case) -> None:
    """A podFailurePolicy needs restartPolicy Never, and names containers of the pod."""
    for role in case.jobset["spec"]["replicatedJobs"]:
        job = role["template"]["spec"]
        pod = job["template"]["spec"]
        assert pod["restartPolicy"] == "Never"
        assert isinstance(job["backoffLimit"], int)
        for rule in job["podFailurePolicy"]["rules"]:
            name = rule.get("onExitCodes", {}).get("containerName")
            assert name is None or name in [container["name"] for container in all_containers(pod)]


@each_case
def test_run_has_succeeded_with_the_users_program(case: Case) -> None:
    assert case.jobset["spec"]["successPolicy"] == {"operator": "All", "targetReplicatedJobs": [case.trainer]}


def test_example_has_a_fatal_code_and_a_deadline() -> None:
    assert Case("mnist-ddp").spec["failurePolicy"]["fatalExitCodes"] == [2]
    assert Case("volcano").spec["activeDeadlineSeconds"] == 604800


def test_elastic_run_ends_with_its_first_node() -> None:
    [node] = Case("elastic").jobset["spec"]["replicatedJobs"]
    job = node["template"]["spec"]
    assert job["successPolicy"] == {"rules": [{"succeededIndexes": "0"}]}
    assert job["backoffLimitPerIndex"] == 10
    assert job["maxFailedIndexes"] == 2
