"""A Job failed, and nothing restarts it.

Without a `failurePolicy` in the JobSet, or in a plain Job, the first Job that reaches its `backoffLimit` fails the
run. A PyTorchJob and an MPIJob have the limit in `runPolicy`.

Reads: Job (`Failed`), JobSet (`Failed`), PyTorchJob and MPIJob (`Failed`).
Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-backoff-failure-policy
"""

import re
from collections.abc import Iterator

from render.manifests.fields import number_at
from render.why.explanation import Explanation, explain, of_condition
from render.why.training_run import TrainingRun

_ELSEWHERE = frozenset(["ReachedMaxRestarts", "FailJobSetFailurePolicyAction", "DeadlineExceeded"])
_OWN = frozenset(["FailedJobs", "BackoffLimitExceeded", "PyTorchJobFailed", "MPIJobFailed", "FailedIndexes"])
_LIMIT = re.compile(r"\bBackoffLimitExceeded\b|reached the specified backoff limit")
"""The Job controller's reason; the training-operator has a message only."""


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the run failed with its first failed Job."""
    rows = [(one, found) for one in run.owners if (found := one.condition("Failed")) is not None and found.is_true]
    jobs = [(one, found) for one in run.jobs if (found := one.condition("Failed")) is not None and found.is_true]
    if not rows or rows[0][1].reason not in _OWN or any(found.reason in _ELSEWHERE for _, found in (*rows, *jobs)):
        return
    evidence = [of_condition(one, found) for one, found in (*rows[:2], *jobs[:2])]
    for one, found in (*jobs, *rows):
        retries = number_at(one.data, "spec", "backoffLimit") or number_at(
            one.data, "spec", "runPolicy", "backoffLimit"
        )
        if retries and _LIMIT.search(f"{found.reason} {found.message}"):
            sentence = f"all retries of {one.label} are used up (`backoffLimit` is {retries})"
            yield from explain(sentence, evidence, "mend the cause, and start the run again")
            return
    hint = "mend the cause; `failurePolicy.maxRestarts` above 0 restarts a run after a failure"
    yield from explain("no restart is allowed after its first failure", evidence, hint, key="failurePolicy.maxRestarts")
