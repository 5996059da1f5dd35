"""Lifecycle policies of a Volcano Job and of its tasks."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.rules.admission.volcano._tasks import tasks
from render.schema_errors.error import Path

ANY = "*"

Policies = list[tuple[Path, Data]]


def policies(item: Object) -> Iterator[Policies]:
    """Yield the policies of the Job, then those of each task, with their paths."""
    yield list(list_items(("spec",), item.data.get("spec", {}), "policies"))
    for task in tasks(item):
        yield list(list_items(task.path, task.data, "policies"))


def events(path: Path, policy: Data) -> dict[str, Path]:
    """Return the events of a policy, each with the path that names it first."""
    found = {event: place for place, event in list_items(path, policy, "events")}
    one = policy.get("event")
    return {**found, one: (*path, "event")} if one and one not in found else found
