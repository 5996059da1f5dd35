"""The Volcano queue of the run is closed or does not exist.

Volcano schedules only gangs of open queues. Its webhook rejects a new PodGroup into a closed queue; one that was
there before waits.

Reads: PodGroup (`spec.queue`), Queue (`status.state`).
Source: https://volcano.sh/en/docs/queue/
"""

from collections.abc import Iterator

from render.cluster.products import VOLCANO
from render.manifests.fields import text_at
from render.why.explanation import Explanation, explain, of_object
from render.why.training_run import TrainingRun

_CLOSED = ("Closed", "Closing")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for a gang whose queue is not open."""
    for group in run.pod_groups if run.pending_pods or not run.pods else ():
        if group.group != VOLCANO:
            continue
        name = text_at(group.data, "spec", "queue") or "default"
        queue = run.index.find(f"{VOLCANO}/Queue", "", name)
        state = text_at(queue.data, "status", "state") if queue is not None else ""
        evidence = [of_object(group, f"`spec.queue` is `{name}`")]
        if queue is not None and state in _CLOSED:
            found = [*evidence, of_object(queue, f"`status.state` is {state}")]
            hint = f"`vcctl queue operate --action open --name {name}` opens it, or use another queue"
            yield from explain(f"its Volcano queue `{name}` is {state.lower()}", found, hint, key="volcano.queue")
        elif run.index.is_missing(f"{VOLCANO}/Queue", "", name):
            hint = "create the queue, or name another one: `kubectl get queues.scheduling.volcano.sh`"
            yield from explain(f"its Volcano queue `{name}` does not exist", evidence, hint, key="volcano.queue")
