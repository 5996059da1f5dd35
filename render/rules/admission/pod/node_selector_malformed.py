"""ADM204 node-selector-malformed: a node selector asks for a label that no node can have.

`nodeSelector` names labels of nodes, so its keys and values have the form of labels. The API server refuses the pod.

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

from render.kube import labels
from render.manifests.pods import Pod
from render.rules.admission._refusal import invalid
from render.rules.rule import Finding, rule


@rule(keys=("nodeSelector",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each label."""
    for key, text, why in labels.refused(pod.spec.get("nodeSelector", {})):
        yield invalid((*pod.spec_path, "nodeSelector", key), text, why)
