"""NET205 service-in-other-namespace: a Service is in a different namespace than the pods that it selects.

A Service only selects pods of its own namespace. Its name doesn't resolve.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train, namespace: default}
    spec: {clusterIP: None, selector: {app: train}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train, namespace: research}
    spec:
      template:
        metadata: {labels: {app: train}}
        spec:
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1"}]
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train, namespace: research}
    spec: {clusterIP: None, selector: {app: train}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train, namespace: research}
    spec:
      template:
        metadata: {labels: {app: train}}
        spec:
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1"}]
"""

from collections.abc import Iterator

from render.manifests.objects import object_namespace
from render.problem import Severity
from render.rules.network._selection import selections
from render.rules.rule import Finding, Objects, rule


@rule(severity=Severity.WARNING, keys=("selector",))
def check(items: Objects) -> Iterator[Finding]:
    """Report Services whose pods are all in other namespaces."""
    for selection in selections(items):
        if selection.elsewhere and not selection.chosen:
            own, other = object_namespace(selection.service), object_namespace(selection.elsewhere[0].object)
            message = f"the Service is in namespace `{own}`, but the pods that it selects are in `{other}`"
            yield Finding(("metadata", "namespace"), message, "use one namespace for both", selection.service)
