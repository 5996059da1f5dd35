"""ADM931 queue-amounts-contradict: a queue's guarantee, deserved amount and capability contradict each other.

For each resource of a Volcano queue `guarantee` ≤ `deserved` ≤ `capability`; `deserved` is required for each resource
with a guarantee. Volcano's webhook rejects the queue.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/queues/validate/validate_queue.go

Example:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: Queue
    metadata: {name: research}
    spec:
      deserved: {nvidia.com/gpu: 64}
      capability: {nvidia.com/gpu: 32}
Use instead:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: Queue
    metadata: {name: research}
    spec:
      deserved: {nvidia.com/gpu: 32}
      capability: {nvidia.com/gpu: 64}
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule

QUEUE = "scheduling.volcano.sh/Queue"


@rule(kinds=(QUEUE,), keys=("deserved", "guarantee"))
def check(item: Object) -> Iterator[Finding]:
    """Check the order of the three amounts."""
    spec = item.data.get("spec", {})
    deserved, capability = spec.get("deserved", {}), spec.get("capability", {})
    for name, guaranteed in spec.get("guarantee", {}).get("resource", {}).items():
        if name not in deserved:
            yield required(("spec", "deserved", name), f"must be >= guarantee[{name}]={guaranteed}")
        elif _is_less(deserved[name], guaranteed):
            why = f"must be >= guarantee[{name}]={guaranteed}"
            yield invalid(("spec", "deserved", name), str(deserved[name]), why)
    for name in deserved.keys() & capability.keys():
        if _is_less(capability[name], deserved[name]):
            why = f"must be <= capability[{name}]={capability[name]}"
            yield invalid(("spec", "deserved", name), str(deserved[name]), why)


def _is_less(quantity: object, other: object) -> bool:
    one, two = amount(quantity), amount(other)
    return one is not None and two is not None and one < two
