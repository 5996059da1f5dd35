"""A part of the run waits for another one (`dependsOn`).

JobSet creates the Jobs of a replicated job only after those that it depends on are complete or ready.

Reads: JobSet (`dependsOn`, `status.replicatedJobsStatus`), Jobs.
Source: https://jobset.sigs.k8s.io/docs/concepts/#dependson
"""

from collections.abc import Iterator

from render.manifests.fields import mappings_at, number_at, text_at
from render.why.cluster_object import ClusterObject
from render.why.explanation import Explanation, explain, of_object
from render.why.pod_state import ROLE
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first replicated job without Jobs whose dependency is not met."""
    if run.jobset is None or run.is_suspended:
        return
    created = {text_at(one.labels, ROLE) for one in run.jobs}
    for one in mappings_at(run.jobset.data, "spec", "replicatedJobs"):
        for other in mappings_at(one, "dependsOn"):
            name, needed, status = text_at(one, "name"), text_at(other, "name"), text_at(other, "status")
            if name not in created and needed in created:
                found = [_state(run.jobset, needed)]
                end = "is complete" if status == "Complete" else "is ready"
                hint = f"look at the pods of `{needed}`: `kubectl get pods -l {ROLE}={needed} -n {run.namespace}`"
                sentence = f"`{name}` starts only after `{needed}` {end}"
                evidence = [of_object(run.jobset, f"`{needed}`: {words}") for words in found]
                yield from explain(sentence, evidence, hint)
                return


def _state(jobset: ClusterObject, name: str) -> str:
    for one in mappings_at(jobset.data, "status", "replicatedJobsStatus"):
        if text_at(one, "name") == name:
            counts = {key: number_at(one, key) for key in ("ready", "active", "succeeded", "failed", "suspended")}
            return ", ".join(f"{count} {key}" for key, count in counts.items() if count) or "no Job is ready"
    return "no status yet"
