"""The Workload was deactivated, by a person or by Kueue.

Kueue sets `spec.active: false` after too many evictions (a start that takes too long, a check that rejects). It does
not queue the run again by itself.

Reads: Workload (`spec.active`, `Evicted`, `Requeued`).
Source: https://kueue.sigs.k8s.io/docs/concepts/workload/#active
"""

from collections.abc import Iterator

from render.why.explanation import Explanation, explain, of_condition, of_object
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for a Workload that is not active."""
    for workload in run.workloads:
        if workload.at("spec", "active") is False and not workload.is_true("Finished"):
            conditions = [workload.condition(one) for one in ("Evicted", "Requeued", "QuotaReserved")]
            why = next(
                (one.message for one in conditions if one is not None and "deactivated" in one.message.lower()), ""
            )
            evidence = [
                of_object(workload, "`spec.active` is false"),
                *(of_condition(workload, one) for one in conditions),
            ]
            patch = '\'{"spec": {"active": true}}\''
            hint = (
                f"`kubectl patch workload {workload.name} -n {run.namespace} --type merge -p {patch}` queues it again"
            )
            yield from explain(f"its Workload was deactivated{f': {why}' if why else ''}", evidence, hint)
            return
