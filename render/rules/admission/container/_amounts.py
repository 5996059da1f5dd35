"""Check amounts of resources, of a container or of a whole pod."""

from collections.abc import Iterator

from render.kube.formats.resources import HUGE_PAGES, can_overcommit, is_extended, is_huge_pages, is_whole
from render.kube.quantity import amount
from render.manifests.paths import Data
from render.rules.admission._field_errors import forbidden, invalid, required
from render.rules.rule import Finding
from render.schema_errors.error import Path


def check_amounts(path: Path, amounts: Data) -> Iterator[Finding]:
    """Yield a finding for each amount that is negative, or not an integer although it must be."""
    for name, quantity in amounts.items():
        value, place = amount(quantity), (*path, name)
        if value is None:
            continue  # rejected when it is decoded
        if value < 0:
            yield invalid(place, quantity, "must be greater than or equal to 0")
        if is_extended(name) and not is_whole(value):
            yield invalid(place, quantity, "must be an integer")
        if is_huge_pages(name):
            page = amount(name.removeprefix(HUGE_PAGES))
            if not page or page < 0 or value % page:
                yield invalid(place, quantity, f"is not positive integer multiple of {name}")


def check_huge_pages(path: Path, resources: Data) -> Iterator[Finding]:
    """Yield a finding for huge pages without CPU or memory."""
    names = {*resources.get("limits", {}), *resources.get("requests", {})}
    if any(map(is_huge_pages, names)) and names.isdisjoint(("cpu", "memory")):
        yield forbidden(path, "HugePages require cpu or memory")


def check_requests(path: Path, resources: Data) -> Iterator[Finding]:
    """Yield a finding for each request above its limit, or different from it although they must be equal."""
    limits = resources.get("limits", {})
    for name, quantity in resources.get("requests", {}).items():
        place, request, limit = (*path, "requests", name), amount(quantity), amount(limits.get(name))
        if name not in limits:
            if not can_overcommit(name):
                why = "Limit must be set for non overcommitable resources"
                yield required((*path, "limits", name), why, f"set a limit for {name}; it is the request too")
        elif request is None or limit is None:
            continue  # rejected when it is decoded
        elif request != limit and not can_overcommit(name):
            yield invalid(place, str(quantity), f"must be equal to {name} limit of {limits[name]}")
        elif request > limit:
            yield invalid(place, str(quantity), f"must be less than or equal to {name} limit of {limits[name]}")
