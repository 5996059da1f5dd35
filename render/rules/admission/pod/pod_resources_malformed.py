"""ADM222 pod-resources-malformed: pod-level resources are invalid, or less than the containers request.

Pod-level `resources` are CPU, memory and huge pages. Their requests are at least the sum of all containers' requests,
their limits at least the limit of each container. The API server rejects the pod.

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

from render.kube.formats.resources import HUGE_PAGES, is_huge_pages
from render.kube.quantity import amount
from render.manifests.paths import Data
from render.manifests.pods import Pod
from render.rules.admission._field_errors import forbidden, invalid, unsupported
from render.rules.admission.container._amounts import check_amounts, check_huge_pages, check_requests
from render.rules.rule import Finding, rule


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Check the pod-level resources."""
    path, resources = (*pod.spec_path, "resources"), pod.spec.get("resources", {})
    if "claims" in resources:
        yield forbidden((*path, "claims"), "claims may not be set for Resources at pod-level")
    for kind in ("limits", "requests"):
        for name in resources.get(kind, {}):
            if name not in ("cpu", "memory") and not is_huge_pages(name):
                yield unsupported((*path, kind, name), name, ["cpu", HUGE_PAGES, "memory"])
        yield from check_amounts((*path, kind), resources.get(kind, {}))
    yield from check_requests(path, resources)
    yield from check_huge_pages(path, resources)
    yield from _check_container_limits(pod, resources.get("limits", {}))
    for name, quantity in resources.get("requests", {}).items():
        whole, parts = amount(quantity), _container_requests(pod, name)
        if whole is not None and parts > whole:
            why = "must be greater than or equal to aggregate container requests"
            yield invalid((*path, "requests", name), str(quantity), why)


def _check_container_limits(pod: Pod, limits: Data) -> Iterator[Finding]:
    for container in pod.containers if limits else ():
        for name, quantity in container.data.get("resources", {}).get("limits", {}).items():
            own, whole = amount(quantity), amount(limits.get(name))
            if container.kind == "containers" and own is not None and whole is not None and own > whole:
                why = f"must be less than or equal to pod limits of {limits[name]}"
                yield invalid((*container.path, "resources", "limits", name), str(quantity), why)


def _container_requests(pod: Pod, name: str) -> Fraction:
    """Return the sum of the containers' requests; a container with only a limit requests its limit."""
    resources = (found.data.get("resources", {}) for found in pod.containers if found.kind == "containers")
    quantities = ({**each.get("limits", {}), **each.get("requests", {})}.get(name) for each in resources)
    return sum((value for value in map(amount, quantities) if value is not None), Fraction())
