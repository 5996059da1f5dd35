"""ADM201 pod-label-malformed: a label in a pod template is one that no label can have.

The pods get the labels of their template, so these have the form of all labels: a value of at most 63 letters,
digits, `-`, `_` and `.`, and a key of the same form behind an optional DNS name and `/`. The API server refuses what
has the template, or, where it stores that unread, the pods.

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

from render.kube import labels
from render.manifests.pods import Pod
from render.rules.admission._refusal import invalid
from render.rules.rule import Finding, rule


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each label; those of a Pod itself are every object's."""
    if pod.is_template:
        for key, text, why in labels.refused(pod.metadata.get("labels", {})):
            yield invalid((*pod.path, "metadata", "labels", key), text, why, "put free text into an annotation")
