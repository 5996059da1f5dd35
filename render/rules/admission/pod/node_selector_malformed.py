"""ADM204 node-selector-malformed: a node selector has an invalid label.

`nodeSelector` lists labels of nodes, so its keys and values have the form of labels. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#nodeselector

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {nodeSelector: {gpu: NVIDIA H100}, containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {nodeSelector: {gpu: NVIDIA-H100}, containers: [{name: main, image: train}]}
"""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule(keys=("nodeSelector",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each label."""
    for key, text, why in labels.errors(pod.spec.get("nodeSelector", {})):
        yield invalid((*pod.spec_path, "nodeSelector", key), text, why)
