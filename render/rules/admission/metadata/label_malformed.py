"""ADM105 label-malformed: a label's key or value is one that no label can have.

A value has at most 63 characters: letters, digits, `-`, `_` and `.`, with a letter or digit at both ends. So
neither a path nor an image's name is one. A key has the same form, and may have a DNS name and a `/` before it.
Longer or freer text belongs into an annotation. The API server refuses the object.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: run, labels: {model: org/llama}}
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: run, labels: {model: llama}}
"""

from collections.abc import Iterator

from render.kube import labels
from render.manifests.objects import Object
from render.rules.admission._refusal import invalid
from render.rules.rule import Finding, rule


@rule
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with each label."""
    for key, text, why in labels.refused(item.data.get("metadata", {}).get("labels", {})):
        yield invalid(("metadata", "labels", key), text, why, "put free text into an annotation")
