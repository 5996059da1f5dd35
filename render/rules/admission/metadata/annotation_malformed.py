"""ADM106 annotation-malformed: an annotation's key is one that no annotation can have, or all are too much text.

An annotation's key has the form of a label's key (capital letters do not count); its value is free. All keys and
values of an object have at most 256 KiB together. The API server refuses the object.

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
from render.rules.admission.metadata._annotations import malformed
from render.rules.rule import Finding, rule


@rule(keys=("annotations",))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with each key, and with their size."""
    yield from malformed(("metadata", "annotations"), item.data.get("metadata", {}).get("annotations", {}))
