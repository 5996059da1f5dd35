"""ADM934 queue-hierarchy-malformed: a queue's hierarchy and its weights do not match.

The annotations `volcano.sh/hierarchy` and `volcano.sh/hierarchy-weights` have the same number of parts, separated by
`/`, and each weight is a number above 0. Volcano's webhook rejects the queue.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/queues/validate/validate_queue.go

Example:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: Queue
    metadata: {name: research, annotations: {volcano.sh/hierarchy: root/research, volcano.sh/hierarchy-weights: '1'}}
    spec:
      weight: 1
Use instead:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: Queue
    metadata: {name: research, annotations: {volcano.sh/hierarchy: root/research, volcano.sh/hierarchy-weights: 1/2}}
    spec:
      weight: 1
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule

_HIERARCHY, _WEIGHTS = "volcano.sh/hierarchy", "volcano.sh/hierarchy-weights"
_PLACE = ("metadata", "annotations")


@rule(kinds=("scheduling.volcano.sh/Queue",), keys=(_HIERARCHY, _WEIGHTS))
def check(item: Object) -> Iterator[Finding]:
    """Check the two annotations."""
    annotations = item.data.get("metadata", {}).get("annotations", {})
    hierarchy, text = annotations.get(_HIERARCHY, ""), annotations.get(_WEIGHTS, "")
    if not hierarchy and not text:
        return
    weights = text.split("/")
    if len(hierarchy.split("/")) != len(weights):
        place = (*_PLACE, _HIERARCHY if hierarchy else _WEIGHTS)
        yield invalid(place, hierarchy, f"{_HIERARCHY} must have the same length with {_WEIGHTS}")
    elif wrong := [weight for weight in weights if not _is_positive(weight)]:
        yield invalid((*_PLACE, _WEIGHTS), text, f"{wrong[0]} must be a number larger than 0")


def _is_positive(text: str) -> bool:
    try:
        return float(text) > 0
    except ValueError:
        return False
