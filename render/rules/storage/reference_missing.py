"""STO202 reference-missing: a pod names something that is not there, beside something alike that nobody names.

The pod waits in `ContainerCreating` for what its volume or variable comes from. Nothing is said where everything that
is there is also used: then the name is that of an object in the cluster.

Source: https://kubernetes.io/docs/concepts/configuration/configmap/#configmaps-and-pods

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: train-code}
    data: {train.py: print()}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers: [{name: node, image: "registry.example/train:1", volumeMounts: [{name: code, mountPath: /code}]}]
      volumes: [{name: code, configMap: {name: training-code}}]
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: train-code}
    data: {train.py: print()}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers: [{name: node, image: "registry.example/train:1", volumeMounts: [{name: code, mountPath: /code}]}]
      volumes: [{name: code, configMap: {name: train-code}}]
"""

from collections.abc import Iterator

from render.manifests.identity import can_meet
from render.problem import Severity
from render.rules.references import Reference, by_name, references
from render.rules.rule import Finding, Objects, rule
from render.shape.nearest import nearest

_CUTOFF = 0.75
"""Higher than for misspelt fields: names of one run are alike."""
_MANY = 100
"""Of unused objects: then the input is a collection, and no set in which each has its use."""


@rule(severity=Severity.WARNING)
def check(items: Objects) -> Iterator[Finding]:
    """Look for a name without an object where a like one is not used."""
    found, named = by_name(items), tuple(references(items))
    used = {(reference.kind, reference.name) for reference in named}
    idle = {key: targets for key, targets in found.items() if key not in used}
    for reference in named if len(idle) <= _MANY else ():
        if reference.is_optional or (reference.kind, reference.name) in found:
            continue
        near = {name for kind, name in idle if kind == reference.kind and _can_meet(reference, idle[kind, name])}
        meant = nearest(reference.name, near, _CUTOFF)
        if meant is not None:
            message = f"there is no {reference.kind} `{reference.name}` here, and nothing uses `{meant}`"
            yield Finding(reference.path, message, f"did you mean `{meant}`?", reference.pod.object)


def _can_meet(reference: Reference, items: Objects) -> bool:
    return any(can_meet(item, reference.pod.object) for item in items)
