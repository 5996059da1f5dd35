"""The lifecycle policies of a Volcano Job: its own, and those of its tasks."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.places import Data, listed
from render.rules.admission.volcano._tasks import tasks
from render.shape.mistake import Path

ANY = "*"

Policies = list[tuple[Path, Data]]


def policies(item: Object) -> Iterator[Policies]:
    """Yield each list of policies, with their paths."""
    yield list(listed(("spec",), item.data.get("spec", {}), "policies"))
    for task in tasks(item):
        yield list(listed(task.path, task.data, "policies"))


def events(path: Path, policy: Data) -> dict[str, Path]:
    """Return the events of a policy, each with the place that names it first."""
    found = {event: place for place, event in listed(path, policy, "events")}
    one = policy.get("event")
    return {**found, one: (*path, "event")} if one and one not in found else found
