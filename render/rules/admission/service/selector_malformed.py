"""ADM605 selector-malformed: a Service selects a label that no pod can have.

A Service's `selector` names labels of pods, so its keys and values have the form of labels. The API server refuses the
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

from render.kube import labels
from render.manifests.objects import Object
from render.rules.admission._refusal import invalid
from render.rules.rule import Finding, rule


@rule(kinds=("/Service",), keys=("selector",))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with each label."""
    for key, text, why in labels.refused(item.data.get("spec", {}).get("selector", {})):
        yield invalid(("spec", "selector", key), text, why)
