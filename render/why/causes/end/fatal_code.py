"""A rule of the failure policy ended the run at once.

An exit code in `failurePolicy.fatalExitCodes` means that another attempt would fail in the same way, so that no
restart is tried.

Reads: JobSet (`Failed`), Jobs (`FailureTarget`, `Failed`).
Source: https://jobset.sigs.k8s.io/docs/concepts/#failure-policy
"""

import re
from collections.abc import Iterator

from render.why.explanation import Explanation, explain, of_condition
from render.why.training_run import TrainingRun

_CHECK = re.compile(r"Container (?:preflight|ssh-keys) for pod")
"""Checks of the chart, whose codes no restart mends."""


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the action of a rule failed the JobSet."""
    jobset = run.jobset
    failed = jobset.condition("Failed") if jobset is not None else None
    if jobset is None or failed is None or failed.reason != "FailJobSetFailurePolicyAction":
        return
    jobs = [(job, one) for job in run.jobs for one in [job.condition("Failed")] if one is not None and one.is_true]
    policy = [(job, one) for job, one in jobs if one.reason == "PodFailurePolicy"] or jobs
    why = f": {policy[0][1].message}" if policy else ""
    evidence = [of_condition(jobset, failed), *(of_condition(job, one) for job, one in policy[:2])]
    hint = "mend the cause and start the run again"
    if not _CHECK.search(why):
        hint += "; if the code is not fatal, take it out of `failurePolicy.fatalExitCodes`"
    yield from explain(f"its failure policy does not restart it{why}", evidence, hint, key="failurePolicy")
