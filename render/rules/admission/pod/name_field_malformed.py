"""ADM203 name-field-malformed: a host name, account, node or class that a pod names is invalid.

`hostname` and `subdomain` become parts of the pod's DNS name: labels of at most 63 characters without dots. The service
account, the node, and the priority and runtime classes are objects, so these fields have object names. The API server
rejects the pod.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#PodSpec

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {serviceAccountName: ML_Team, containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {serviceAccountName: ml-team, containers: [{name: main, image: train}]}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.pods import Pod
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule

_GRAMMARS = {
    "hostname": dns.label_errors,
    "nodeName": dns.subdomain_errors,
    "priorityClassName": dns.subdomain_errors,
    "runtimeClassName": dns.subdomain_errors,
    "serviceAccountName": dns.subdomain_errors,
    "subdomain": dns.label_errors,
}
_OVERWRITTEN = {"apps/StatefulSet": ("hostname", "subdomain")}
"""Fields that the kind's controller overwrites."""


@rule(keys=tuple(_GRAMMARS))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each name."""
    kind = pod.object.kind
    overwritten = _OVERWRITTEN.get(kind.group_kind, ())
    for field, grammar in _GRAMMARS.items():
        name = pod.spec.get(field, "")
        is_set = name or (field == "runtimeClassName" and field in pod.spec)
        if is_set and field not in overwritten:
            yield from each_invalid((*pod.spec_path, field), name, grammar(name))
