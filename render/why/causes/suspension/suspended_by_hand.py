"""The run is suspended, and no queue has it.

A user or a program set `suspend: true`, or a queue did and its Workload is gone. Nothing resumes it by itself.

Reads: JobSet, TrainJob, Job, PyTorchJob and MPIJob (`suspend`), Workload.
Source: https://jobset.sigs.k8s.io/docs/concepts/
"""

from collections.abc import Iterator

from render.why.causes.queue._workload import QUEUE_LABEL
from render.why.explanation import Explanation, explain, of_condition, of_object
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for a run that is suspended without a queue."""
    if not run.is_suspended or run.workloads or run.label_of(QUEUE_LABEL):
        return
    suspended = [one for one in run.owners if _is_suspended(one.at("spec", "suspend"), one.at("spec", "runPolicy"))]
    evidence = [of_condition(one, one.condition("Suspended")) for one in suspended]
    first = [of_object(one, "`suspend` is true") for one in suspended]
    kind = run.kind.lower()
    patch = '\'{"spec": {"suspend": false}}\''
    hint = f"`kubectl patch {kind} {run.name} -n {run.namespace} --type merge -p {patch}` resumes it"
    yield from explain("a user or a program suspended it, and no queue will resume it", [*first, *evidence], hint)


def _is_suspended(own: object, policy: object) -> bool:
    return own is True or (isinstance(policy, dict) and policy.get("suspend") is True)
