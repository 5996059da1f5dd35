"""STO203 reference-in-other-namespace: a pod references an object in another namespace.

A pod finds ConfigMaps, Secrets, PVCs and service accounts only in its own namespace, and waits for them there.

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

from render.manifests.objects import object_namespace
from render.manifests.references import by_name, references
from render.problem import Severity
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("namespace",))
def check(items: Objects) -> Iterator[Finding]:
    """Report a name that only objects in other namespaces have."""
    named = by_name(items)
    for reference in references(items):
        elsewhere = sorted({str(object_namespace(item)) for item in named.get((reference.kind, reference.name), ())})
        if elsewhere and not reference.targets(named):
            own = object_namespace(reference.pod.object)
            message = (
                f"the {reference.kind} `{reference.name}` is in namespace `{elsewhere[0]}`, but the pod is in `{own}`"
            )
            yield Finding(reference.path, message, "use one namespace for both", reference.pod.object)
