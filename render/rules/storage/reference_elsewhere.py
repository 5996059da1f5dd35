"""STO203 reference-elsewhere: a pod names something that lies in another namespace.

A pod finds ConfigMaps, Secrets, claims and service accounts in its own namespace only, and waits for them there.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/

Example:
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: state, namespace: data}
    spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Ti}}}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: train, namespace: research}
    spec:
      containers: [{name: node, image: "registry.example/train:1", volumeMounts: [{name: state, mountPath: /state}]}]
      volumes: [{name: state, persistentVolumeClaim: {claimName: state}}]
Use instead:
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: state, namespace: research}
    spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Ti}}}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: train, namespace: research}
    spec:
      containers: [{name: node, image: "registry.example/train:1", volumeMounts: [{name: state, mountPath: /state}]}]
      volumes: [{name: state, persistentVolumeClaim: {claimName: state}}]
"""

from collections.abc import Iterator

from render.manifests.identity import namespace
from render.problem import Severity
from render.rules.references import by_name, references
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("namespace",))
def check(items: Objects) -> Iterator[Finding]:
    """Look for a name that only objects of other namespaces have."""
    named = by_name(items)
    for reference in references(items):
        elsewhere = sorted({str(namespace(item)) for item in named.get((reference.kind, reference.name), ())})
        if elsewhere and not reference.targets(named):
            own = namespace(reference.pod.object)
            message = (
                f"the {reference.kind} `{reference.name}` is in the namespace `{elsewhere[0]}`, the pod in `{own}`"
            )
            yield Finding(reference.path, message, "one namespace for both", reference.pod.object)
