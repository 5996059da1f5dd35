"""The name of a run, and what else an object says of itself."""

from render.importers.parts.rest import Rest

_OF_THE_SERVER = (
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "generation",
    "managedFields",
    "resourceVersion",
    "selfLink",
    "uid",
)
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


def name_and_namespace(item: Rest) -> tuple[str, str | None]:
    """Take the name and the namespace of an object, and what only a server knows of it."""
    metadata = item.below("metadata")
    for key in _OF_THE_SERVER:
        metadata.take(key)
    metadata.below("annotations").take(_LAST_APPLIED)
    item.take("status")
    item.take("apiVersion")
    item.take("kind")
    return metadata.take("name", ""), metadata.take("namespace")
