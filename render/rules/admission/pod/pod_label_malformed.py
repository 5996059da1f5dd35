"""ADM201 pod-label-malformed: a label in a pod template is invalid.

The pods get the labels of their template: a value has at most 63 letters, digits, `-`, `_` and `.`, and a key has the
same form after an optional DNS name and `/`. The API server rejects the object that has the template, or, if it does
not validate the template, the pods.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      template:
        metadata: {labels: {model: org/llama}}
        spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      template:
        metadata: {labels: {model: llama}}
        spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}
"""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Check the labels of templates; ADM105 checks those of a Pod."""
    if pod.is_template:
        for key, text, why in labels.errors(pod.metadata.get("labels", {})):
            yield invalid((*pod.path, "metadata", "labels", key), text, why, "use an annotation for free text")
