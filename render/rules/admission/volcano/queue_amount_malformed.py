"""ADM932 queue-amount-malformed: a queue has an amount that there can't be.

Amounts of a Volcano queue are not negative, and devices such as GPUs are counted in whole. Volcano's webhook refuses
the queue otherwise.

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

from render.kube import resources
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.places import places
from render.rules.admission._refusal import invalid
from render.rules.rule import Finding, rule

_PLACES = (("capability",), ("deserved",), ("guarantee", "resource"))


@rule(kinds=("scheduling.volcano.sh/Queue",), keys=("capability", "deserved", "guarantee"))
def check(item: Object) -> Iterator[Finding]:
    """Yield each amount that is negative or broken."""
    for path in (("spec", *place) for place in _PLACES):
        for place, amounts in places(item.data, path):
            for name, quantity in amounts.items():
                value = amount(quantity)
                if value is not None and value < 0:
                    yield invalid((*place, name), str(quantity), "must be greater than or equal to 0")
                elif value is not None and resources.is_extended(name) and not resources.is_whole(value):
                    yield invalid((*place, name), str(quantity), "must be an integer")
