"""ADM105 label-malformed: a label has an invalid key or value.

A value has at most 63 characters: letters, digits, `-`, `_` and `.`, with a letter or digit at both ends. A path or an
image name is not a valid value. A key has the same form, with an optional DNS name and `/` in front. Use an annotation
for other text. The API server rejects the object.

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

from render.kube.formats import labels
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule
def check(item: Object) -> Iterator[Finding]:
    """Check each label."""
    for key, text, why in labels.errors(item.data.get("metadata", {}).get("labels", {})):
        yield invalid(("metadata", "labels", key), text, why, "use an annotation for free text")
