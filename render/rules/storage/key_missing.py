"""STO201 key-missing: a pod uses a key that the ConfigMap or Secret doesn't have.

The container never starts (`CreateContainerConfigError`) or its volume is never mounted, and the pod holds its GPUs.

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
from render.manifests.references import Reference, by_name, references
from render.rules.rule import Finding, Objects, rule
from render.schema_errors.suggest import nearest

_DATA = ("binaryData", "data", "stringData")


@rule(keys=("key",))
def check(items: Objects) -> Iterator[Finding]:
    """Compare the keys with those of the objects in the input."""
    named = by_name(items)
    for reference in references(items):
        targets = reference.targets(named)
        if len(targets) == 1 and not reference.is_optional:
            yield from _missing_keys(reference, targets[0])


def _missing_keys(reference: Reference, item: Object) -> Iterator[Finding]:
    """Yield a finding for each missing key. A controller fills an object without any data."""
    known = {key for field in _DATA for key in item.data.get(field, {})}
    for path, key in reference.keys:
        if known and key not in known:
            near = nearest(key, known)
            hint = f"did you mean `{near}`?" if near else None
            yield Finding(path, f"{item.label} has no key `{key}`", hint, reference.pod.object)
