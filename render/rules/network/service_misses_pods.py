"""NET201 service-misses-pods: a Service selects no pod, and nearly selects some.

Its name then has no address: the nodes can't resolve the first node, and wait until their time is over.

Source: https://kubernetes.io/docs/concepts/services-networking/service/#services-in-kubernetes

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, selector: {app: trainer}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      template:
        metadata: {labels: {app: train}}
        spec:
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1"}]
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {clusterIP: None, selector: {app: train}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      template:
        metadata: {labels: {app: train}}
        spec:
          restartPolicy: Never
          containers: [{name: node, image: "registry.example/train:1"}]
"""

from collections.abc import Iterator, Mapping

from render.problem import Severity
from render.rules.network._labels import labels
from render.rules.network._selection import Selection, selections
from render.rules.rule import Finding, Objects, rule
from render.shape.nearest import nearest

_MANY = 100
"""Of pods: then the input is a collection, and no set in which each Service has its pods."""


@rule(severity=Severity.WARNING, keys=("selector",))
def check(items: Objects) -> Iterator[Finding]:
    """Look for Services without pods where the labels of some are almost right."""
    for selection in selections(items):
        wrong = None if selection.chosen or len(selection.known) > _MANY else next(_nearly(selection), None)
        if wrong is not None:
            key, value, label = wrong
            message = f"selects no pod: `{key}` is `{selection.selector[key]}`, and `{value}` on the pods of {label}"
            yield Finding(("spec", "selector", key), message, f"`{value}`", selection.service)


def _nearly(selection: Selection) -> Iterator[tuple[str, str, str]]:
    """Yield a label with the value that a pod has, for each pod whose differing labels are all alike."""
    for pod in selection.others:
        found = labels(pod)
        differing = [key for key, value in selection.selector.items() if found.get(key) != value]
        if all(_is_alike(selection.selector, found, key) for key in differing):
            yield differing[0], found[differing[0]], pod.object.label


def _is_alike(selector: Mapping[str, str], found: Mapping[str, str], key: str) -> bool:
    return key in found and nearest(selector[key], [found[key]]) is not None
