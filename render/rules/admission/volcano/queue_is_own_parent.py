"""ADM933 queue-is-own-parent: a queue is its own parent.

Volcano's webhook rejects a queue whose `parent` is the queue itself.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/queues/validate/validate_queue.go

Example:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: Queue
    metadata: {name: research}
    spec:
      parent: research
Use instead:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: Queue
    metadata: {name: research}
    spec:
      parent: root
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule(kinds=("scheduling.volcano.sh/Queue",), keys=("parent",))
def check(item: Object) -> Iterator[Finding]:
    """Check the parent of the queue."""
    name, parent = item.data.get("metadata", {}).get("name"), item.data.get("spec", {}).get("parent")
    if parent and parent == name and parent != "root":
        yield invalid(("spec", "parent"), parent, f"queue {name} cannot use itself as parent")
