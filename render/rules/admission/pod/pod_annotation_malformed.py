"""ADM202 pod-annotation-malformed: an annotation in a pod template is invalid.

The pods get the annotations of their template: a key has the form of a label's key, and all keys and values have at
most 256 KiB together. `controller.kubernetes.io/pod-deletion-cost` is a 32-bit integer. The API server rejects the
object that has the template, or, if it does not validate the template, the pods.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/#syntax-and-character-set

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      template:
        metadata: {annotations: {"commit hash": a1b2c3}}
        spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      template:
        metadata: {annotations: {commit-hash: a1b2c3}}
        spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}
"""

import re
from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission._field_errors import invalid
from render.rules.admission.metadata._annotations import check_annotations
from render.rules.rule import Finding, rule

DELETION_COST = "controller.kubernetes.io/pod-deletion-cost"

_INTEGER = r"0|-?[1-9][0-9]{0,9}"


@rule(keys=("annotations",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each key, the total size, and the value of the deletion cost."""
    path, annotations = (*pod.path, "metadata", "annotations"), pod.metadata.get("annotations", {})
    if pod.is_template:
        yield from check_annotations(path, annotations)
    cost = annotations.get(DELETION_COST, "0")
    if not re.fullmatch(_INTEGER, cost) or not -(2**31) <= int(cost) < 2**31:
        yield invalid((*path, DELETION_COST), cost, "must be a 32bit integer")
