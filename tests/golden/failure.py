"""What a failed node does to a run: the Job controller's verdict, then the JobSet controller's.

Sources: Kubernetes 1.36 (`pkg/controller/job/pod_failure_policy.go`), JobSet v0.12.0
(`pkg/controllers/failure_policy.go`); the messages were seen on real controllers.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from tests.golden.cases import Object

POD = "default/run-node-0-1-x5zwq"


class Outcome(StrEnum):
    """What becomes of the run."""

    REPLACED = "the pod is replaced, the others go on"
    RESTARTED = "all restart, which counts"
    RESTARTED_FREE = "all restart, which does not count"
    FAILED = "the run has failed"


ACTIONS = {
    "RestartJobSet": Outcome.RESTARTED,
    "RestartJobSetAndIgnoreMaxRestarts": Outcome.RESTARTED_FREE,
    "FailJobSet": Outcome.FAILED,
}


@dataclass(frozen=True)
class Event:
    """What happens to a pod: a container ends with a code, it is evicted, or its Job takes too long."""

    exit_code: int | None = None
    evicted: bool = False
    container: str = "node"


PREEMPTION = Event(exit_code=143, evicted=True)
DEADLINE = Event()


def outcome(jobset: Object, role: str, event: Event) -> Outcome:
    """Return what the first such event does to the run. Raises NotImplementedError for a rule not known here."""
    [job] = [found["template"]["spec"] for found in jobset["spec"]["replicatedJobs"] if found["name"] == role]
    failure = ("DeadlineExceeded", "Job was active longer than specified deadline")
    if event is not DEADLINE:
        ended = _end_of_job(job, event)
        if ended is None:
            return Outcome.REPLACED
        failure = ended
    policy = jobset["spec"].get("failurePolicy")
    if policy is None:
        return Outcome.FAILED
    for rule in policy.get("rules", []):
        if _matches(rule, role, *failure):
            return ACTIONS[rule["action"]]
    return Outcome.RESTARTED if policy["maxRestarts"] > 0 else Outcome.FAILED


def _end_of_job(job: Object, event: Event) -> tuple[str, str] | None:
    """Return reason and message of the Job's failure, or None while it goes on."""
    for position, rule in enumerate(job.get("podFailurePolicy", {}).get("rules", [])):
        if why := _reason(rule, event):
            if rule["action"] == "Ignore":
                return None
            if rule["action"] != "FailJob":
                raise NotImplementedError(rule["action"])
            return "PodFailurePolicy", f"{why} matching FailJob rule at index {position}"
    tries: int = job["backoffLimitPerIndex"] if "backoffLimitPerIndex" in job else job["backoffLimit"]
    return None if tries > 0 else ("BackoffLimitExceeded", "Job has reached the specified backoff limit")


def _reason(rule: Object, event: Event) -> str | None:
    if "onPodConditions" in rule:
        [condition] = rule["onPodConditions"]
        assert condition == {"type": "DisruptionTarget", "status": "True"}
        return f"Pod {POD} has condition DisruptionTarget" if event.evicted else None
    codes = rule["onExitCodes"]
    assert codes["operator"] == "In"
    name, code = codes["containerName"], event.exit_code
    fails = name == event.container and code in codes["values"]
    return f"Container {name} for pod {POD} failed with exit code {code}" if fails else None


def _matches(rule: Object, role: str, reason: str, message: str) -> bool:
    patterns = rule.get("onJobFailureMessagePatterns")
    return (
        role in rule.get("targetReplicatedJobs", [role])
        and reason in rule.get("onJobFailureReasons", [reason])
        and (not patterns or any(re.search(pattern, message) for pattern in patterns))
    )
