"""ADM605 selector-malformed: a Service's selector has an invalid label.

A Service's `selector` lists labels of pods, so its keys and values have the form of labels. The API server rejects the
Service.

Source: https://kubernetes.io/docs/concepts/services-networking/service/

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, selector: {model: org/llama}}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, selector: {model: llama}}
"""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",), keys=("selector",))
def check(item: Object) -> Iterator[Finding]:
    """Check each label."""
    for key, text, why in labels.errors(item.data.get("spec", {}).get("selector", {})):
        yield invalid(("spec", "selector", key), text, why)
