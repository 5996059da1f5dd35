"""An admission check of the queue is not ready.

The quota is reserved, and the run starts only after each admission check of its ClusterQueue agrees: a
ProvisioningRequest that adds nodes, MultiKueue, a budget. A check that says `Rejected` ends the attempt.

Reads: Workload (`status.admissionChecks`).
Source: https://kueue.sigs.k8s.io/docs/concepts/admission_check/
"""

from collections.abc import Iterator

from render.manifests.fields import mappings_at, text_at, time_at
from render.why.explanation import Explanation, explain, of_condition, of_object
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first check that is not ready."""
    for workload in run.workloads:
        if workload.is_true("Admitted") or workload.is_true("Finished"):
            continue
        for check in mappings_at(workload.data, "status", "admissionChecks"):
            state, name = text_at(check, "state"), text_at(check, "name")
            if state != "Ready":
                message = text_at(check, "message")
                verb = {"Rejected": "rejects the run", "Retry": "wants another attempt"}.get(state, "has not answered")
                found = of_object(
                    workload, f"check `{name}` is {state}: {message}", time_at(check, "lastTransitionTime")
                )
                reserved = of_condition(workload, workload.condition("QuotaReserved"))
                hint = f"`kubectl describe admissioncheck {name}` names its controller, which has to answer"
                sentence = f"the admission check `{name}` {verb}{f': {message}' if message else ''}"
                yield from explain(sentence, [found, reserved], hint, key="kueue.queue")
                return
