"""What the PodGroups of all schedulers hold: every pod of a TrainJob, those before the training too."""

from fractions import Fraction
from typing import Any

from render.kube.quantity import shown
from render.kube.resources import is_huge_pages
from render.trainer.work import Work

_SIZES = ("ephemeral-storage", "memory")


def members(work: Work) -> dict[str, Any]:
    """Return how many pods there are, and what they request. How often a replicated job is replicated is not seen."""
    found: dict[str, Any] = {"minMember": sum(pods.count for pods in work.sets)}
    total: dict[str, Fraction] = {}
    for pods in work.sets:
        for name, amount in pods.requests.items():
            total[name] = total.get(name, Fraction(0)) + amount * pods.count
    if total:
        found["minResources"] = {
            name: shown(amount, is_size=name in _SIZES or is_huge_pages(name)) for name, amount in sorted(total.items())
        }
    return found
