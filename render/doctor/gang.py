"""What the pods of a run need together."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from render.doctor.nodes.batch import stages
from render.manifests.needs import Needs
from render.manifests.objects import Object


def total(items: Sequence[Object], least: int | None) -> Needs:
    """Return the sum over the pods that must run at once; of several stages the most of each resource."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for stage in stages(items, least):
        own: defaultdict[str, Fraction] = defaultdict(Fraction)
        for batch in stage.batches:
            for name, value in batch.needs.items():
                own[name] += value * batch.minimum
        for name, value in own.items():
            found[name] = max(found[name], value)
    return found
