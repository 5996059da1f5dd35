"""A part of the run waits until an earlier one is ready (`startupPolicy: InOrder`).

JobSet creates the Jobs of a replicated job only after all pods of the one before are ready.

Reads: JobSet (`StartupPolicyInProgress`, `status.replicatedJobsStatus`), pods.
Source: https://jobset.sigs.k8s.io/docs/concepts/#startup-policy
"""

from collections.abc import Iterator

from render.manifests.fields import mappings_at, text_at
from render.why.explanation import Evidence, Explanation, explain, of_condition
from render.why.pod_state import ROLE
from render.why.training_run import TrainingRun

_REASON = "InOrderStartupPolicyInProgress"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation while the startup is in progress."""
    jobset = run.jobset
    condition = (
        next((one for one in jobset.conditions() if one.reason == _REASON), None) if jobset is not None else None
    )
    if jobset is None or condition is None or not condition.is_true:
        return
    created = {text_at(one.labels, ROLE) for one in run.jobs}
    names = [text_at(one, "name") for one in mappings_at(jobset.data, "spec", "replicatedJobs")]
    waits = [name for name in names if name not in created]
    slow = [pod for pod in run.live_pods if not pod.is_ready]
    if waits and slow:
        evidence = [Evidence(pod.object.created, pod.object.label, f"{pod.phase}, not ready") for pod in slow[:2]]
        hint = f"look at the readiness probe and the log of `{slow[0].name}`"
        sentence = f"`{waits[0]}` starts only after all pods of `{slow[0].role}` are ready, and {len(slow)} are not"
        yield from explain(sentence, [of_condition(jobset, condition), *evidence], hint)
