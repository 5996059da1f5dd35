"""The run took longer than its deadline.

`activeDeadlineSeconds` of the Job or the TrainJob counts from its start, also while pods wait for a node or an image.
It ends all pods.

Reads: Job, JobSet and TrainJob (`Failed`), events of the pods (`FailedScheduling`).
Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#job-termination-and-cleanup
"""

from collections.abc import Iterator

from render.why.explanation import Explanation, explain, of_condition, of_event
from render.why.training_run import TrainingRun

_BOUND = frozenset(["Scheduled", "Pulling", "Pulled", "Created", "Started"])
"""Reasons of events of a pod that has a node."""


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the deadline ended a Job or the TrainJob."""
    objects = list({id(one): one for one in (*run.owners, *run.jobs)}.values())
    rows = [
        (one, found) for one in objects if (found := one.condition("Failed")) and found.reason == "DeadlineExceeded"
    ]
    if rows:
        one, _ = rows[0]
        seconds = one.at("spec", "activeDeadlineSeconds")
        length = f" of {seconds} s" if isinstance(seconds, int) else ""
        hint = (
            "raise `activeDeadlineSeconds`, or continue from the last checkpoint; waiting for nodes "
            "and images counts, too"
        )
        refused = [record for record in run.pod_events if record.reason == "FailedScheduling"]
        bound = any(record.reason in _BOUND for record in run.pod_events)
        waited = f" before its pods had nodes: {refused[-1].message}" if refused and not bound else ""
        sentence = f"the deadline{length} of {one.kind} `{one.name}` passed{waited}"
        evidence = [*(of_condition(item, found) for item, found in rows[:2]), *map(of_event, refused[-1:])]
        yield from explain(sentence, evidence, hint, key="activeDeadlineSeconds")
