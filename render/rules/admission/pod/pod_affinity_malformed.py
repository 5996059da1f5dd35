"""ADM207 pod-affinity-malformed: a term of a pod affinity is one that no pod can be judged by.

A term needs a `topologyKey`, the label of nodes that says what "the same place" is; its selectors and namespaces have
the form of selectors and of names. The API server refuses the pod.

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

from render.kube import dns, labels
from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission import _selector
from render.rules.admission._refusal import each_invalid, required
from render.rules.admission.pod import _label_keys
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


@rule(keys=("podAffinity", "podAntiAffinity"))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each term."""
    for kind in ("podAffinity", "podAntiAffinity"):
        path, affinity = (*pod.spec_path, "affinity", kind), pod.spec.get("affinity", {}).get(kind, {})
        for place, term in listed(path, affinity, _REQUIRED):
            yield from _malformed(place, term)
        for place, preferred in listed(path, affinity, _PREFERRED):
            yield from _malformed((*place, "podAffinityTerm"), preferred.get("podAffinityTerm", {}))


def _malformed(path: Path, term: Data) -> Iterator[Finding]:
    for field in ("labelSelector", "namespaceSelector"):
        yield from _selector.malformed((*path, field), term.get(field, {}))
    for place, name in listed(path, term, "namespaces"):
        yield from each_invalid(place, name, dns.label(name))
    yield from _label_keys.malformed(path, term)
    if topology := term.get("topologyKey", ""):
        yield from each_invalid((*path, "topologyKey"), topology, labels.key(topology))
    else:
        yield required((*path, "topologyKey"), "can not be empty")
