"""ADM203 name-field-malformed: a pod names a host, an account or a class by what can be no such name.

`hostname` and `subdomain` become parts of the pod's DNS name: labels of at most 63 characters without dots. The
service account, the node, and the priority and runtime classes are objects, so these have names of objects. The API
server refuses the pod.

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

from render.kube import dns
from render.manifests.pods import Pod
from render.rules.admission._refusal import each_invalid
from render.rules.rule import Finding, rule

_GRAMMARS = {
    "hostname": dns.label,
    "nodeName": dns.subdomain,
    "priorityClassName": dns.subdomain,
    "runtimeClassName": dns.subdomain,
    "serviceAccountName": dns.subdomain,
    "subdomain": dns.label,
}
_REPLACED = {"apps/StatefulSet": ("hostname", "subdomain")}
"""What the kind's controller writes itself, whatever the template has."""


@rule(keys=tuple(_GRAMMARS))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each name."""
    kind = pod.object.kind
    replaced = _REPLACED.get(kind.group_kind, ())
    for field, grammar in _GRAMMARS.items():
        name = pod.spec.get(field, "")
        is_set = name or (field == "runtimeClassName" and field in pod.spec)
        if is_set and field not in replaced:
            yield from each_invalid((*pod.spec_path, field), name, grammar(name))
