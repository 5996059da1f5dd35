"""Who an object is: its name and its namespace."""

from render.manifests.objects import Object


def name(item: Object) -> str | None:
    """Return its name; None where the API server makes one."""
    found = item.data.get("metadata", {}).get("name")
    return found if isinstance(found, str) else None


def namespace(item: Object) -> str | None:
    """Return its namespace; None where the command that applies it decides."""
    found = item.data.get("metadata", {}).get("namespace")
    return found if isinstance(found, str) else None


def can_meet(one: Object, other: Object) -> bool:
    """Say whether two objects may be in the same namespace."""
    places = {namespace(one), namespace(other)} - {None}
    return len(places) < 2
