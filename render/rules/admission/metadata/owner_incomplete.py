"""ADM108 owner-incomplete: an owner reference is incomplete, or an object has two controllers.

An owner reference has the owner's version, kind, name and UID, which only the cluster knows. At most one owner is the
controller, and an Event cannot be an owner. The API server rejects the object. Manifests rarely need owner references:
controllers write them.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: run, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: run, uid: ""}]}
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: run}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule(keys=("ownerReferences",))
def check(item: Object) -> Iterator[Finding]:
    """Check each owner reference, and that at most one is the controller."""
    metadata = item.data.get("metadata", {})
    for path, owner in list_items(("metadata",), metadata, "ownerReferences"):
        for part in ("apiVersion", "kind", "name", "uid"):
            if not owner.get(part):
                yield invalid((*path, part), "", "must not be empty")
        if (owner.get("apiVersion"), owner.get("kind")) == ("v1", "Event"):
            yield invalid((*path, "kind"), "Event", "an Event is disallowed from being an owner")
    owners = metadata.get("ownerReferences", ())
    if sum(owner.get("controller") is True for owner in owners) > 1:
        yield invalid(("metadata", "ownerReferences"), owners, "only one reference can have controller set to true")
