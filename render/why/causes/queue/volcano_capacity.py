"""The Volcano queue has no room for the gang.

A PodGroup stays Pending until its `minResources` fit into what its queue may use; no pod is tried before.

Reads: PodGroup (phase, events), Queue (`spec.capability`, `status.allocated`).
Source: https://volcano.sh/en/docs/queue/
"""

import re
from collections.abc import Iterator

from render.cluster.products import VOLCANO
from render.manifests.fields import mapping_at, text_at
from render.why.explanation import Explanation, explain, of_event, of_object
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"queue resource quota insufficient(?:: (?P<why>.*))?", re.DOTALL)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for a gang that its queue does not admit."""
    for group in run.pod_groups:
        if group.group != VOLCANO or text_at(group.data, "status", "phase") not in ("", "Pending"):
            continue
        records = [(one, match) for one in run.events(group) if (match := _MESSAGE.search(one.message))]
        if records:
            record, match = records[-1]
            name = text_at(group.data, "spec", "queue") or "default"
            queue = run.index.find(f"{VOLCANO}/Queue", "", name)
            amounts = f"capability {_words(queue.at('spec'), 'capability')}, allocated " if queue is not None else ""
            used = _words(queue.at("status"), "allocated") if queue is not None else ""
            evidence = [of_event(record), of_object(queue, f"{amounts}{used}") if queue is not None else None]
            why = f": {match['why']}" if match["why"] else ""
            hint = "wait until other gangs of the queue end, use fewer nodes, or ask for a larger `capability`"
            yield from explain(
                (f"its Volcano queue `{name}` has no room for the gang{why}"), evidence, hint, key="volcano.queue"
            )


def _words(data: object, key: str) -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(mapping_at(data, key).items())) or "none"
