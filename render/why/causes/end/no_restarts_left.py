"""The run was restarted as often as it may be.

The JobSet failed for good: `failurePolicy.maxRestarts` is reached. The cause of the last failure comes before.

Reads: JobSet (`Failed`, `status.restarts`).
Source: https://jobset.sigs.k8s.io/docs/concepts/#failure-policy
"""

from collections.abc import Iterator

from render.manifests.fields import number_at
from render.why.explanation import Explanation, explain, of_condition
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the JobSet reports the limit."""
    jobset = run.jobset
    failed = jobset.condition("Failed") if jobset is not None else None
    if jobset is None or failed is None or failed.reason != "ReachedMaxRestarts":
        return
    most = number_at(jobset.data, "spec", "failurePolicy", "maxRestarts")
    sentence = (
        f"all {most} restarts of `failurePolicy.maxRestarts` are used up"
        if most
        else "no restart is allowed: `failurePolicy.maxRestarts` is 0"
    )
    hint = "mend the cause of the failures and start the run again; more restarts help against lost nodes only"
    yield from explain(sentence, [of_condition(jobset, failed)], hint, key="failurePolicy.maxRestarts")
