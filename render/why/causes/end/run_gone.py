"""The run does not exist any more.

It was deleted: by a user, by a GitOps engine, or after `ttlSecondsAfterFinished`. Its events stay for an hour.

Reads: events of the JobSet, TrainJob, PyTorchJob, MPIJob or Job.
Source: https://jobset.sigs.k8s.io/docs/tasks/
"""

from collections.abc import Iterator

from render.why.explanation import Explanation, explain, of_event
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for a run of which only events were read."""
    if run.root is None and not run.pods:
        records = run.index.events.of(run.kind, run.namespace, run.name)
        last = f"; its last event is {records[-1].reason}: {records[-1].message}" if records else ""
        hint = "results are where the program wrote them; raise `ttlSecondsAfterFinished` to keep ended runs longer"
        sentence = f"it does not exist any more{last}"
        yield from explain(sentence, map(of_event, records[-4:]), hint, key="ttlSecondsAfterFinished")
