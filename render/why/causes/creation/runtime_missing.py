"""The runtime of the TrainJob does not exist.

Trainer builds a run out of the TrainJob and its ClusterTrainingRuntime or TrainingRuntime, which may be deleted after
the TrainJob was accepted.

Reads: TrainJob (`spec.runtimeRef`), ClusterTrainingRuntime.
Source: https://www.kubeflow.org/docs/components/trainer/operator-guides/runtime/
"""

from collections.abc import Iterator

from render.cluster.products import TRAINER
from render.manifests.fields import text_at
from render.why.explanation import Explanation, explain, of_object
from render.why.training_run import TrainingRun

_KIND = "ClusterTrainingRuntime"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the runtime is known to be missing."""
    trainjob = run.trainjob
    if trainjob is None or run.jobset is not None:
        return
    name = text_at(trainjob.data, "spec", "runtimeRef", "name")
    kind = text_at(trainjob.data, "spec", "runtimeRef", "kind") or _KIND
    if kind == _KIND and run.index.is_missing(f"{TRAINER}/{_KIND}", "", name):
        here = [one.name for one in run.index.all(f"{TRAINER}/{_KIND}")]
        listed = f"; there are {', '.join(f'`{one}`' for one in here)}" if here else ""
        evidence = [of_object(trainjob, f"`spec.runtimeRef` names {kind} `{name}`")]
        hint = f"create the runtime, or name one that exists (`kubectl get clustertrainingruntimes`){listed}"
        yield from explain(f"its {kind} `{name}` does not exist", evidence, hint)
