"""STO202 reference-missing: a pod references a missing object, and an object with a similar name is unused.

The pod waits in `ContainerCreating` for the source of its volume or variable. The rule reports nothing if every object
in the input is used: the missing one may be in the cluster.

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

from render.manifests.objects import may_share_namespace
from render.manifests.references import Reference, by_name, references
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule
from render.schema_errors.suggest import nearest

_CUTOFF = 0.75
"""Higher than for misspelled fields: names within a run are similar."""
_MANY = 100
"""With more unused objects, the input is a collection of unrelated manifests."""


@rule(severity=Severity.WARNING)
def check(items: Objects) -> Iterator[Finding]:
    """Report a name without an object if an object with a similar name is unused."""
    found, named = by_name(items), tuple(references(items))
    used = {(reference.kind, reference.name) for reference in named}
    idle = {key: targets for key, targets in found.items() if key not in used}
    for reference in named if len(idle) <= _MANY else ():
        if reference.is_optional or (reference.kind, reference.name) in found:
            continue
        near = {name for kind, name in idle if kind == reference.kind and _can_meet(reference, idle[kind, name])}
        suggestion = nearest(reference.name, near, _CUTOFF)
        if suggestion is not None:
            message = f"there is no {reference.kind} `{reference.name}`, and nothing uses `{suggestion}`"
            yield Finding(reference.path, message, f"did you mean `{suggestion}`?", reference.pod.object)


def _can_meet(reference: Reference, items: Objects) -> bool:
    return any(may_share_namespace(item, reference.pod.object) for item in items)
