"""The queue of the run is stopped.

A LocalQueue or ClusterQueue with a `stopPolicy` admits nothing; with `HoldAndDrain`, admitted runs are evicted.

Reads: Workload (`QuotaReserved`), LocalQueue and ClusterQueue (`spec.stopPolicy`).
Source: https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/#stoppolicy
"""

from collections.abc import Iterator

from render.manifests.fields import text_at
from render.why.causes.queue._workload import LOCAL, QUEUE_KEY, pending_workloads, queue_of
from render.why.explanation import Explanation, explain, of_object
from render.why.training_run import TrainingRun

_NONE = ("", "None")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for a queue that is stopped while a Workload waits in it."""
    for workload in pending_workloads(run):
        queues = (run.index.find(LOCAL, run.namespace, workload.queue), queue_of(run, workload))
        stopped = [one for one in queues if one is not None and text_at(one.data, "spec", "stopPolicy") not in _NONE]
        for one in stopped[:1]:
            policy = text_at(one.data, "spec", "stopPolicy")
            evidence = [of_object(one, f"`spec.stopPolicy` is `{policy}`"), workload.evidence]
            hint = f"ask the owner of the {one.kind} to set `stopPolicy: None`, or name another queue"
            yield from explain(f"the {one.kind} `{one.name}` is stopped (`{policy}`)", evidence, hint, key=QUEUE_KEY)
            return
        if " is stopped" in workload.message:
            hint = "ask the owner of the queue to set `stopPolicy: None`, or name another queue"
            yield from explain(f"its queue `{workload.queue}` is stopped", [workload.evidence], hint, key=QUEUE_KEY)
            return
