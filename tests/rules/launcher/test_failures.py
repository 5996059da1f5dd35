"""What becomes of a JobSet whose time is over, or that is preempted."""

from typing import Any

import pytest

from tests.rules.sets import Data, codes, of, pod

DISRUPTED = {"rules": [{"action": "FailJob", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]}]}
IGNORED = {"rules": [{"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]}]}
EXITED = {"rules": [{"action": "FailJob", "onExitCodes": {"operator": "In", "values": [78]}}]}


def jobset(failure: Data | None, **job: Any) -> Data:
    replicated = [{"name": "node", "template": {"spec": {**job, "template": pod()}}}]
    policy = {} if failure is None else {"failurePolicy": failure}
    return of("jobset.x-k8s.io/v1alpha2", "JobSet", "a", spec={"replicatedJobs": replicated, **policy})


def rules(*reasons: str) -> Data:
    return {"maxRestarts": 3, "rules": [{"name": "a", "action": "FailJobSet", "onJobFailureReasons": [*reasons]}]}


CASES = {
    "a deadline and restarts": (jobset({"maxRestarts": 3}, activeDeadlineSeconds=60), ["RUN142"]),
    "a deadline and another rule": (jobset(rules("PodFailurePolicy"), activeDeadlineSeconds=60), ["RUN142"]),
    "a deadline and its rule": (jobset(rules("DeadlineExceeded"), activeDeadlineSeconds=60), []),
    "a deadline and a rule for all": (jobset(rules(), activeDeadlineSeconds=60), []),
    "a deadline and no restarts": (jobset(None, activeDeadlineSeconds=60), []),
    "no deadline": (jobset({"maxRestarts": 3}), []),
    "preempted": (jobset(None, podFailurePolicy=DISRUPTED), ["RUN143"]),
    "preempted and restarted": (jobset({"maxRestarts": 3}, podFailurePolicy=DISRUPTED), []),
    "preempted, and a rule": (jobset({**rules("PodFailurePolicy"), "maxRestarts": 0}, podFailurePolicy=DISRUPTED), []),
    "preempted, and replaced": (jobset(None, podFailurePolicy=IGNORED), []),
    "failed by itself": (jobset(None, podFailurePolicy=EXITED), []),
}


@pytest.mark.parametrize(("manifest", "expected"), CASES.values(), ids=CASES)
def test_failures(manifest: Data, expected: list[str]) -> None:
    assert codes(manifest) == expected
