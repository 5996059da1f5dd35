"""No controller acts on the run.

The object was stored, and nothing has happened to it since: its controller is not installed, not running, or watches
other namespaces. Objects without status, events and children show it.

Reads: JobSet, TrainJob, PyTorchJob and MPIJob (status, events), Jobs, pods.
Source: https://kubernetes.io/docs/concepts/architecture/controller/
"""

from collections.abc import Iterator

from render.manifests.fields import mapping_at, text_at
from render.why.causes.creation import runtime_missing
from render.why.causes.queue.workload_priority_class_missing import LABEL
from render.why.explanation import Explanation, explain, of_object
from render.why.training_run import TrainingRun

_PRODUCTS = {
    "JobSet": "JobSet",
    "TrainJob": "Kubeflow Trainer",
    "PyTorchJob": "the training operator",
    "MPIJob": "the MPI operator",
}


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for an object without status, events and children."""
    for one in run.owners[-1:]:
        is_bare = not mapping_at(one.data, "status") and not run.events(one) and not run.jobs and not run.pods
        is_waiting = run.is_suspended or LABEL in one.labels or text_at(one.data, "spec", "managedBy")
        if (
            one.kind in _PRODUCTS
            and is_bare
            and not is_waiting
            and not (run.workloads or any(runtime_missing.find(run)))
        ):
            product = _PRODUCTS[one.kind]
            hint = f"see whether the controller of {product} runs: `kubectl get deployments --all-namespaces`"
            sentence = f"no controller acts on it: {product} is not installed or not running"
            yield from explain(sentence, [of_object(one, "no status, no events, no pods")], hint)
