"""Names of resources that a container can request: native ones, huge pages, and extended ones such as GPUs.

Source: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from render.kube.formats import labels

HUGE_PAGES = "hugepages-"
COMPUTE = frozenset({"cpu", "ephemeral-storage", "memory"})
"""The native resources of a container, except huge pages."""

_QUOTA_ONLY = "requests."
"""The prefix of resources in a ResourceQuota, which a container can't use."""


def is_huge_pages(name: str) -> bool:
    """Return True for huge pages of one size."""
    return name.startswith(HUGE_PAGES)


def is_extended(name: str) -> bool:
    """Return True for an extended resource, of a device plug-in or a node: whole numbers, never overcommitted."""
    return not _is_native(name) and not name.startswith(_QUOTA_ONLY) and not any(labels.key_errors(_QUOTA_ONLY + name))


def can_overcommit(name: str) -> bool:
    """Return True if the request of a resource may be less than its limit."""
    return _is_native(name) and not is_huge_pages(name)


def name_errors(name: str) -> Iterator[str]:
    """Yield the errors of the name of a container's resource, in the API server's words."""
    problems = list(labels.key_errors(name))
    if problems:
        yield from problems
    elif "/" not in name:
        if name not in COMPUTE and not is_huge_pages(name):
            yield "must be a standard resource type or fully qualified"
    elif not _is_native(name) and not is_extended(name):
        yield "doesn't follow extended resource name standard"


def _is_native(name: str) -> bool:
    return "/" not in name or "kubernetes.io/" in name


def is_whole(amount: Fraction) -> bool:
    """Return True if an amount is a whole number, after rounding up to thousandths as the API server does."""
    return ceil(abs(amount) * 1000) % 1000 == 0
