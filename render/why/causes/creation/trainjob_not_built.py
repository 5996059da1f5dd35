"""Trainer accepts the TrainJob, and can't build its objects.

The JobSet that Trainer makes of it is rejected, for a name that is too long or a field that a patch gave it. Only an
event of the TrainJob reports it (kubeflow/trainer#3671).

Reads: events of the TrainJob (`TrainJobResourcesCreationFailed`).
Source: https://www.kubeflow.org/docs/components/trainer/
"""

from collections.abc import Iterator

from render.why.explanation import Explanation, explain, of_event
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for a TrainJob without a JobSet."""
    if run.trainjob is None or run.jobset is not None:
        return
    records = run.events_with("TrainJobResourcesCreationFailed", of=[run.trainjob])
    if records:
        hint = "correct the TrainJob or its runtime; `render expand` prints the objects that Trainer would create"
        sentence = f"Kubeflow Trainer can't build its objects: {records[-1].message}"
        yield from explain(sentence, [of_event(one) for one in records[-2:]], hint)
