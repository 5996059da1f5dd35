"""ADM207 pod-affinity-malformed: a term of a pod affinity is invalid.

A term needs a `topologyKey`, the node label that says what "the same place" means; its selectors and namespaces must be
valid. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      affinity:
        podAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - {topologyKey: "", labelSelector: {matchLabels: {app: train}}}
      containers: [{name: main, image: train}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      affinity:
        podAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - {topologyKey: topology.kubernetes.io/zone, labelSelector: {matchLabels: {app: train}}}
      containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.kube.formats import dns, labels
from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission import _selector
from render.rules.admission._field_errors import each_invalid, required
from render.rules.admission.pod import _label_keys
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


@rule(keys=("podAffinity", "podAntiAffinity"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each term."""
    for kind in ("podAffinity", "podAntiAffinity"):
        path, affinity = (*pod.spec_path, "affinity", kind), pod.spec.get("affinity", {}).get(kind, {})
        for place, term in list_items(path, affinity, _REQUIRED):
            yield from _check_term(place, term)
        for place, preferred in list_items(path, affinity, _PREFERRED):
            yield from _check_term((*place, "podAffinityTerm"), preferred.get("podAffinityTerm", {}))


def _check_term(path: Path, term: Data) -> Iterator[Finding]:
    for field in ("labelSelector", "namespaceSelector"):
        yield from _selector.check_selector((*path, field), term.get(field, {}))
    for place, name in list_items(path, term, "namespaces"):
        yield from each_invalid(place, name, dns.label_errors(name))
    yield from _label_keys.check_label_keys(path, term)
    if topology := term.get("topologyKey", ""):
        yield from each_invalid((*path, "topologyKey"), topology, labels.key_errors(topology))
    else:
        yield required((*path, "topologyKey"), "can not be empty")
