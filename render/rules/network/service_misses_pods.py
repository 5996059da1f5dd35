"""NET201 service-misses-pods: a Service selects no pod, but its selector nearly matches some.

Its name then has no address: the nodes can't resolve the first node, and wait until the timeout.

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
from render.schema_errors.suggest import nearest

_MANY = 100
"""With more pods, the input is a collection of unrelated manifests."""


@rule(severity=Severity.WARNING, keys=("selector",))
def check(items: Objects) -> Iterator[Finding]:
    """Report Services without pods if the labels of some pods are similar."""
    for selection in selections(items):
        mismatch = None if selection.chosen or len(selection.known) > _MANY else next(_near_matches(selection), None)
        if mismatch is not None:
            key, value, label = mismatch
            message = (
                f"the Service selects no pod: `{key}` is `{selection.selector[key]}`, but `{value}` on the pods of "
                f"{label}"
            )
            yield Finding(("spec", "selector", key), message, f"did you mean `{value}`?", selection.service)


def _near_matches(selection: Selection) -> Iterator[tuple[str, str, str]]:
    """Yield a label with the value that a pod has, for each pod whose differing labels are all similar."""
    for pod in selection.others:
        found = labels(pod)
        differing = [key for key, value in selection.selector.items() if found.get(key) != value]
        if all(_is_similar(selection.selector, found, key) for key in differing):
            yield differing[0], found[differing[0]], pod.object.label


def _is_similar(selector: Mapping[str, str], found: Mapping[str, str], key: str) -> bool:
    return key in found and nearest(selector[key], [found[key]]) is not None
