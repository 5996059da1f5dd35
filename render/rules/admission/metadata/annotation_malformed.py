"""ADM106 annotation-malformed: an annotation has an invalid key, or all annotations are too large.

An annotation's key has the form of a label's key, but may contain capital letters in the prefix; its value is any text.
All keys and values of an object have at most 256 KiB together. The API server rejects the object.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/#syntax-and-character-set

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: run, annotations: {"commit hash": a1b2c3}}
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: run, annotations: {commit-hash: a1b2c3}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission.metadata._annotations import check_annotations
from render.rules.rule import Finding, rule


@rule(keys=("annotations",))
def check(item: Object) -> Iterator[Finding]:
    """Check each key, and the total size."""
    yield from check_annotations(("metadata", "annotations"), item.data.get("metadata", {}).get("annotations", {}))
