"""The LocalQueue that the run names does not exist.

Kueue creates a Workload for the run and keeps the run suspended until its namespace has a LocalQueue of that name. No
event says it; only the condition `QuotaReserved` of the Workload does.

Reads: Workload (`QuotaReserved`), LocalQueue, the label `kueue.x-k8s.io/queue-name`.
Source: https://kueue.sigs.k8s.io/docs/concepts/local_queue/
"""

import re
from collections.abc import Iterator

from render.why.causes.queue._workload import LOCAL, QUEUE_KEY, QUEUE_LABEL, pending_workloads
from render.why.explanation import Explanation, explain, of_object
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"LocalQueue \S+ doesn't exist")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if Kueue or a complete list of queues has no such queue."""
    name = run.label_of(QUEUE_LABEL)
    workloads = list(pending_workloads(run))
    reported = [one for one in workloads if _MESSAGE.search(one.message)]
    name = name or next((one.queue for one in reported), "")
    if not name or not (reported or (run.is_suspended and run.index.is_missing(LOCAL, run.namespace, name))):
        return
    named = [of_object(one, f"names the queue `{name}`") for one in run.owners if QUEUE_LABEL in one.labels][:1]
    here = [one.name for one in run.index.all(LOCAL, run.namespace)]
    listed = f"; `{run.namespace}` has {', '.join(f'`{one}`' for one in here)}" if here else ""
    hint = f"create the LocalQueue, or name another one (`kubectl get localqueues -n {run.namespace}`){listed}"
    sentence = f"its queue `{name}` does not exist in the namespace `{run.namespace}`"
    yield from explain(sentence, [*named, *(one.evidence for one in reported)], hint, key=QUEUE_KEY)
