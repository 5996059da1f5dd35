"""What a document is: a spec, an overlay of specs, or a Kubernetes object."""

from enum import Enum, auto

from render.source import Document
from render.spec.collect import KIND

API_GROUP = "render/"
"""How the `apiVersion` of a spec starts."""


class Sort(Enum):
    """What to do with a document."""

    SPEC = auto()
    OVERLAY = auto()
    """A mapping that names no kind: a spec without its envelope, an overlay, or data of another program."""
    OBJECT = auto()
    NOTHING = auto()


def sort(document: Document) -> Sort:
    """Return what a document is. What is no mapping is read as an object, and refused as one."""
    root = document.root
    if root is None or root.data is None:
        return Sort.NOTHING
    if not root.is_mapping:
        return Sort.OBJECT
    kind, version = root.data.get("kind"), root.data.get("apiVersion")
    if isinstance(version, str) and version.startswith(API_GROUP):
        return Sort.SPEC
    if kind == KIND and (version is None or "spec" not in root.data):  # other projects' kind of this name has a `spec`
        return Sort.SPEC
    if kind is None and version is None and "metadata" not in root.data:
        return Sort.OVERLAY
    return Sort.OBJECT
