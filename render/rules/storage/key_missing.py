"""STO201 key-missing: a pod takes a key that the ConfigMap or the Secret does not have.

The container is never started (`CreateContainerConfigError`) or its volume never mounted, and the pod holds its GPUs.

Source: https://kubernetes.io/docs/tasks/configure-pod-container/configure-pod-configmap/

Example:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: site}
    data: {region: eu}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          env: [{name: ZONE, valueFrom: {configMapKeyRef: {name: site, key: zone}}}]
Use instead:
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: site}
    data: {region: eu}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: train}
    spec:
      containers:
        - name: node
          image: registry.example/train:1
          env: [{name: ZONE, valueFrom: {configMapKeyRef: {name: site, key: region}}}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.references import Reference, by_name, references
from render.rules.rule import Finding, Objects, rule
from render.shape.nearest import nearest

_DATA = ("binaryData", "data", "stringData")


@rule(keys=("key",))
def check(items: Objects) -> Iterator[Finding]:
    """Compare the keys with those of the objects that are there."""
    named = by_name(items)
    for reference in references(items):
        meant = reference.targets(named)
        if len(meant) == 1 and not reference.is_optional:
            yield from _missing(reference, meant[0])


def _missing(reference: Reference, item: Object) -> Iterator[Finding]:
    """Yield the keys that are not there. What has no data at all is filled by a controller."""
    known = {key for field in _DATA for key in item.data.get(field, {})}
    for path, key in reference.keys:
        if known and key not in known:
            near = nearest(key, known)
            hint = f"did you mean `{near}`?" if near else None
            yield Finding(path, f"{item.label} has no key `{key}`", hint, reference.pod.object)
