"""Names of what a container can ask for: native resources, huge pages, and extended ones such as GPUs.

Source: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from render.kube import labels

HUGE_PAGES = "hugepages-"
COMPUTE = frozenset({"cpu", "ephemeral-storage", "memory"})
"""The native resources of a container, besides huge pages."""

_QUOTA_ONLY = "requests."
"""The prefix that a quota gives a resource; a container can't have it."""


def is_huge_pages(name: str) -> bool:
    """Say whether a resource is huge pages of one size."""
    return name.startswith(HUGE_PAGES)


def is_extended(name: str) -> bool:
    """Say whether a resource is a device plug-in's or a node's own: counted in whole, never overcommitted."""
    return not _is_native(name) and not name.startswith(_QUOTA_ONLY) and not any(labels.key(_QUOTA_ONLY + name))


def can_overcommit(name: str) -> bool:
    """Say whether a request may be below the limit."""
    return _is_native(name) and not is_huge_pages(name)


def refused(name: str) -> Iterator[str]:
    """Yield why a container can't ask for a resource of this name, in the API server's words."""
    problems = list(labels.key(name))
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
    """Say whether an amount counts whole things, to the thousandth that the API server looks at."""
    return ceil(abs(amount) * 1000) % 1000 == 0
