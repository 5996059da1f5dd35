"""ADM222 pod-resources-malformed: a whole pod asks for what only a container can, or for less than its containers.

A pod's own `resources` are CPU, memory and huge pages. Its requests hold those of all containers, its limits the
limit of each. The API server refuses the pod.

Source: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#pod-level-resource-specification

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      resources: {limits: {nvidia.com/gpu: 1}}
      containers: [{name: main, image: train}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers: [{name: main, image: train, resources: {limits: {nvidia.com/gpu: 1}}}]
"""

from collections.abc import Iterator
from fractions import Fraction

from render.kube.quantity import amount
from render.kube.resources import HUGE_PAGES, is_huge_pages
from render.manifests.places import Data
from render.manifests.pods import Pod
from render.rules.admission._refusal import forbidden, invalid, unsupported
from render.rules.admission.container._amounts import beyond_limits, huge_pages, invalid_amounts
from render.rules.rule import Finding, rule


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with the resources of a whole pod."""
    path, asked = (*pod.spec_path, "resources"), pod.spec.get("resources", {})
    if "claims" in asked:
        yield forbidden((*path, "claims"), "claims may not be set for Resources at pod-level")
    for kind in ("limits", "requests"):
        for name in asked.get(kind, {}):
            if name not in ("cpu", "memory") and not is_huge_pages(name):
                yield unsupported((*path, kind, name), name, ["cpu", HUGE_PAGES, "memory"])
        yield from invalid_amounts((*path, kind), asked.get(kind, {}))
    yield from beyond_limits(path, asked)
    yield from huge_pages(path, asked)
    yield from _above_limits(pod, asked.get("limits", {}))
    for name, written in asked.get("requests", {}).items():
        whole, parts = amount(written), _requested(pod, name)
        if whole is not None and parts > whole:
            why = "must be greater than or equal to aggregate container requests"
            yield invalid((*path, "requests", name), str(written), why)


def _above_limits(pod: Pod, limits: Data) -> Iterator[Finding]:
    for container in pod.containers if limits else ():
        for name, written in container.data.get("resources", {}).get("limits", {}).items():
            own, whole = amount(written), amount(limits.get(name))
            if container.kind == "containers" and own is not None and whole is not None and own > whole:
                why = f"must be less than or equal to pod limits of {limits[name]}"
                yield invalid((*container.path, "resources", "limits", name), str(written), why)


def _requested(pod: Pod, name: str) -> Fraction:
    """Return what the containers request together; where one has only a limit, that is its request."""
    asked = (found.data.get("resources", {}) for found in pod.containers if found.kind == "containers")
    written = ({**each.get("limits", {}), **each.get("requests", {})}.get(name) for each in asked)
    return sum((value for value in map(amount, written) if value is not None), Fraction())
