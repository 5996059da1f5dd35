"""Another controller has to run it.

`managedBy` names a controller other than the one of this cluster, such as MultiKueue's, which runs it elsewhere. The
controllers here leave the run alone, and create nothing.

Reads: JobSet, TrainJob and Job (`spec.managedBy`).
Source: https://kueue.sigs.k8s.io/docs/concepts/multikueue/
"""

from collections.abc import Iterator

from render.manifests.fields import text_at
from render.why.explanation import Explanation, explain, of_object
from render.why.training_run import TrainingRun

_OWN = frozenset(
    [
        "",
        "jobset.sigs.k8s.io/jobset-controller",
        "trainer.kubeflow.org/trainjob-controller",
        "kubernetes.io/job-controller",
    ]
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the run's object names another controller and has no pods."""
    for one in run.owners[:1]:
        manager = text_at(one.data, "spec", "managedBy")
        if manager not in _OWN and not run.pods:
            hint = f"look where `{manager}` runs it; for a run in this cluster, remove `managedBy` and start it again"
            sentence = f"`managedBy` leaves it to `{manager}`, and nothing here starts it"
            yield from explain(sentence, [of_object(one, f"`spec.managedBy` is `{manager}`")], hint)
