"""What amounts of resources can't be, in a container and in a whole pod."""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.kube.resources import HUGE_PAGES, can_overcommit, is_extended, is_huge_pages, is_whole
from render.manifests.places import Data
from render.rules.admission._refusal import forbidden, invalid, required
from render.rules.rule import Finding
from render.shape.mistake import Path


def invalid_amounts(path: Path, amounts: Data) -> Iterator[Finding]:
    """Yield each amount that is negative, or not whole where it must be."""
    for name, written in amounts.items():
        value, place = amount(written), (*path, name)
        if value is None:
            continue  # refused when it is decoded
        if value < 0:
            yield invalid(place, written, "must be greater than or equal to 0")
        if is_extended(name) and not is_whole(value):
            yield invalid(place, written, "must be an integer")
        if is_huge_pages(name):
            page = amount(name.removeprefix(HUGE_PAGES))
            if not page or page < 0 or value % page:
                yield invalid(place, written, f"is not positive integer multiple of {name}")


def huge_pages(path: Path, asked: Data) -> Iterator[Finding]:
    """Yield that there are huge pages without CPU or memory."""
    names = {*asked.get("limits", {}), *asked.get("requests", {})}
    if any(map(is_huge_pages, names)) and names.isdisjoint(("cpu", "memory")):
        yield forbidden(path, "HugePages require cpu or memory")


def beyond_limits(path: Path, asked: Data) -> Iterator[Finding]:
    """Yield each request that is above its limit, or is not its limit where it must be."""
    limits = asked.get("limits", {})
    for name, written in asked.get("requests", {}).items():
        place, request, limit = (*path, "requests", name), amount(written), amount(limits.get(name))
        if name not in limits:
            if not can_overcommit(name):
                why = "Limit must be set for non overcommitable resources"
                yield required((*path, "limits", name), why, f"write the limit of {name}, which is its request too")
        elif request is None or limit is None:
            continue  # refused when it is decoded
        elif request != limit and not can_overcommit(name):
            yield invalid(place, str(written), f"must be equal to {name} limit of {limits[name]}")
        elif request > limit:
            yield invalid(place, str(written), f"must be less than or equal to {name} limit of {limits[name]}")
