"""The run is being deleted.

`kubectl delete`, a Helm uninstall, or a GitOps engine that prunes has asked for it. The object stays until its
finalizers are removed and, with foreground deletion, until its children are gone.

Reads: JobSet, TrainJob, PyTorchJob and MPIJob (`deletionTimestamp`, `finalizers`).
Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/
"""

from collections.abc import Iterator

from render.manifests.fields import texts_at
from render.why.explanation import Explanation, explain, of_object, quote_all
from render.why.training_run import TrainingRun

_FOREGROUND = "foregroundDeletion"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for an object of the run that is being deleted."""
    for one in run.owners:
        if one.deleted:
            finalizers = texts_at(one.data, "metadata", "finalizers")
            others = [name for name in finalizers if name != _FOREGROUND]
            waits = f"the finalizer {quote_all(others)}" if others else "its children"
            found = of_object(one, f"is being deleted, finalizers {quote_all(finalizers) or 'none'}", one.deleted)
            hint = (
                "if it was a GitOps engine, the Git repository does not have the run any more; apply it "
                "again when it is gone"
            )
            yield from explain(f"it is being deleted since {one.deleted}, and waits for {waits}", [found], hint)
            return
