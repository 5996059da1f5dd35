"""Fields of the PodGroups of all schedulers: the pods of a TrainJob, initializers included."""

from fractions import Fraction
from typing import Any

from render.kube.formats.resources import is_huge_pages
from render.kube.quantity import format_amount
from render.trainer.context import ExpansionContext

_SIZES = ("ephemeral-storage", "memory")


def pod_group_size(work: ExpansionContext) -> dict[str, Any]:
    """Return the number of pods and their requests. Trainer ignores the replicas of a replicated job."""
    found: dict[str, Any] = {"minMember": sum(pods.count for pods in work.sets)}
    total: dict[str, Fraction] = {}
    for pods in work.sets:
        for name, amount in pods.requests.items():
            total[name] = total.get(name, Fraction(0)) + amount * pods.count
    if total:
        found["minResources"] = {
            name: format_amount(amount, is_size=name in _SIZES or is_huge_pages(name))
            for name, amount in sorted(total.items())
        }
    return found
