"""The WorkloadPriorityClass that the run names does not exist.

Kueue can't create a Workload for the run. The run stays suspended, and neither an event nor a condition reports it
(seen with Kueue 0.19.2).

Reads: the label `kueue.x-k8s.io/priority-class`, WorkloadPriorityClass, Workload.
Source: https://kueue.sigs.k8s.io/docs/concepts/workload_priority_class/
"""

from collections.abc import Iterator

from render.cluster.products import KUEUE
from render.why.explanation import Explanation, explain, of_object
from render.why.training_run import TrainingRun

LABEL = "kueue.x-k8s.io/priority-class"
_KIND = f"{KUEUE}/WorkloadPriorityClass"


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if the class is known to be missing."""
    name = run.label_of(LABEL)
    if not name or run.workloads or not run.is_suspended or not run.index.is_missing(_KIND, "", name):
        return
    here = [one.name for one in run.index.all(_KIND)]
    listed = f" ({', '.join(f'`{one}`' for one in here)})" if here else ""
    evidence = [
        of_object(one, f"has the label `{LABEL}: {name}`, and no Workload") for one in run.owners if LABEL in one.labels
    ]
    hint = f"create the WorkloadPriorityClass, or name one that exists{listed}"
    sentence = f"its WorkloadPriorityClass `{name}` does not exist, and Kueue ignores the run without a word"
    yield from explain(sentence, evidence, hint, key="kueue.priorityClass")
