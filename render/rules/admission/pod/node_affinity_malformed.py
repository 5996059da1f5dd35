"""ADM206 node-affinity-malformed: a term of a node affinity is one that no node can be judged by.

`In` and `NotIn` need values, `Exists` and `DoesNotExist` take none, `Gt` and `Lt` take one. Keys have the form of
label keys, and so have the values of what is required. `matchFields` knows `metadata.name` alone, with one value. The
API server refuses the pod.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#node-affinity

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms: [{matchExpressions: [{key: gpu, operator: In}]}]
      containers: [{name: main, image: train}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms: [{matchExpressions: [{key: gpu, operator: In, values: [H100]}]}]
      containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.manifests.places import listed
from render.manifests.pods import Pod
from render.rules.admission.pod._node_terms import malformed
from render.rules.rule import Finding, rule

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


@rule(keys=("nodeAffinity",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each term."""
    path, affinity = (*pod.spec_path, "affinity", "nodeAffinity"), pod.spec.get("affinity", {}).get("nodeAffinity", {})
    for place, term in listed((*path, _REQUIRED), affinity.get(_REQUIRED, {}), "nodeSelectorTerms"):
        yield from malformed(place, term)
    for place, preferred in listed(path, affinity, _PREFERRED):
        yield from malformed((*place, "preference"), preferred.get("preference", {}), are_values_free=True)
