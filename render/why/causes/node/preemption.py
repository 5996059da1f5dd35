"""Pods of a higher priority took the place of the run's.

The scheduler (or Kueue, for a whole Workload) ends pods of a lower priority when one of a higher priority needs their
room.

Reads: Pod (`DisruptionTarget`), events (`Preempted`), Workload (`Evicted`, `Preempted`).
Source: https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/
"""

import re
from collections.abc import Iterator

from render.why.causes.node._disruptions import disrupted, evidence_of
from render.why.explanation import Explanation, explain, of_condition, quote_all
from render.why.training_run import TrainingRun

_BY = re.compile(
    r"Preempted by (?:a pod |pod )?(?P<other>\S+)(?: on node (?P<node>\S+))?|Preempted to accommodate (?P<why>.*)"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if pods or the Workload were preempted."""
    rows = disrupted(run, "PreemptionByScheduler", "PreemptionByKubeScheduler")
    records = [one for one in run.pod_events if one.reason == "Preempted"]
    workloads = [(one, found) for one in run.workloads if (found := one.condition("Preempted")) and found.is_true]
    if not (rows or records or workloads):
        return
    texts = [*(one.message for one in records), *(one.message for _, one in (*rows, *workloads))]
    match = next(filter(None, map(_BY.search, texts)), None)
    by = f" by {_name(run, match['other']) or match['why']}" if match else ""
    on = f" on `{match['node']}`" if match and match["node"] else ""
    pods = {pod.name for pod, _ in rows} | {one.name for one in records}
    subject = "the run was" if workloads else f"{quote_all(pods)} {'was' if len(pods) == 1 else 'were'}"
    evidence = [*evidence_of(run, rows, "Preempted"), *(of_condition(one, two) for one, two in workloads)]
    hint = "it is queued again; a higher priority class, or a queue with its own quota, avoids it"
    yield from explain(f"{subject} preempted{by}{on}", evidence, hint, key="pod.priorityClassName")


def _name(run: TrainingRun, uid: str | None) -> str:
    """Return the pod of a UID, if it was read."""
    found = next((one for one in run.index.all("/Pod") if one.uid == uid), None) if uid else None
    return f"the pod `{found.namespace}/{found.name}`" if found is not None else f"the pod {uid}" if uid else ""
