"""ADM217 gate-malformed: a readiness or scheduling gate has an invalid or repeated name.

Gates have qualified names, such as `example.com/licence`. Each scheduling gate is listed once, and a pod that has one
cannot have `nodeName` yet. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/pod-scheduling-readiness/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {schedulingGates: [{name: quota free}], containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {schedulingGates: [{name: example.com/quota-free}], containers: [{name: main, image: train}]}
"""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import duplicate, each_invalid, forbidden
from render.rules.rule import Finding, rule


@rule(keys=("readinessGates", "schedulingGates"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each gate."""
    for path, gate in list_items(pod.spec_path, pod.spec, "readinessGates"):
        condition = gate.get("conditionType", "")
        yield from each_invalid((*path, "conditionType"), condition, labels.key_errors(condition))
    seen: set[str] = set()
    for path, gate in list_items(pod.spec_path, pod.spec, "schedulingGates"):
        name = gate.get("name", "")
        yield from each_invalid((*path, "name"), name, labels.key_errors(name))
        if name in seen:
            yield duplicate((*path, "name"), name)
        seen.add(name)
    if seen and pod.spec.get("nodeName") and not pod.is_template:
        yield forbidden((*pod.spec_path, "nodeName"), "cannot be set until all schedulingGates have been cleared")
