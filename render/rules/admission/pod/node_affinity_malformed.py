"""ADM206 node-affinity-malformed: a term of a node affinity is invalid.

`In` and `NotIn` need values, `Exists` and `DoesNotExist` take none, `Gt` and `Lt` take one. Keys are label keys, and in
required terms values are label values. `matchFields` supports only `metadata.name`, with one value. The API server
rejects the pod.

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

from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.rules.admission.pod._node_terms import check_node_term
from render.rules.rule import Finding, rule

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


@rule(keys=("nodeAffinity",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each term."""
    path, affinity = (*pod.spec_path, "affinity", "nodeAffinity"), pod.spec.get("affinity", {}).get("nodeAffinity", {})
    for place, term in list_items((*path, _REQUIRED), affinity.get(_REQUIRED, {}), "nodeSelectorTerms"):
        yield from check_node_term(place, term)
    for place, preferred in list_items(path, affinity, _PREFERRED):
        yield from check_node_term((*place, "preference"), preferred.get("preference", {}), are_values_free=True)
