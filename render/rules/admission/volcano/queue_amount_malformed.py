"""ADM932 queue-amount-malformed: a queue has a negative or fractional amount of a resource.

Amounts of a Volcano queue are not negative, and devices such as GPUs are integers. Volcano's webhook rejects the queue.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/queues/validate/validate_queue.go

Example:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: Queue
    metadata: {name: research}
    spec:
      capability: {nvidia.com/gpu: 1500m}
Use instead:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: Queue
    metadata: {name: research}
    spec:
      capability: {nvidia.com/gpu: 2}
"""

from collections.abc import Iterator

from render.kube.formats import resources
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.paths import select
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule

_PLACES = (("capability",), ("deserved",), ("guarantee", "resource"))


@rule(kinds=("scheduling.volcano.sh/Queue",), keys=("capability", "deserved", "guarantee"))
def check(item: Object) -> Iterator[Finding]:
    """Check each amount."""
    for path in (("spec", *place) for place in _PLACES):
        for place, amounts in select(item.data, path):
            for name, quantity in amounts.items():
                value = amount(quantity)
                if value is not None and value < 0:
                    yield invalid((*place, name), str(quantity), "must be greater than or equal to 0")
                elif value is not None and resources.is_extended(name) and not resources.is_whole(value):
                    yield invalid((*place, name), str(quantity), "must be an integer")
