"""ADM221 field-not-supported: a pod that a controller will make has a value that no pod can have.

The API server stores a JobSet, a runtime or a Ray cluster without reading the pods in it, and the definitions of
these kinds do not repeat what a pod's fields can be. It refuses the pods when a controller makes them, and the
workload waits for ever.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
      - name: node
        template:
          spec:
            template:
              spec: {containers: [{name: main, image: train, imagePullPolicy: always}]}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
      - name: node
        template:
          spec:
            template:
              spec: {containers: [{name: main, image: train, imagePullPolicy: Always}]}
"""

from collections.abc import Iterator, Mapping
from typing import Any

from render.kube.constraints import CONSTRAINTS
from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import invalid, unsupported
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_LISTS = {"ports": "ContainerPort", "volumeMounts": "VolumeMount"}


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Yield each value that the fields of a pod can't have, where nobody else says so."""
    if not pod.is_opaque:
        return
    yield from _of_type("PodSpec", pod.spec_path, pod.spec)
    yield from _of_type("PodSecurityContext", (*pod.spec_path, "securityContext"), pod.spec.get("securityContext", {}))
    for path, toleration in listed(pod.spec_path, pod.spec, "tolerations"):
        yield from _of_type("Toleration", path, toleration)
    for path, constraint in listed(pod.spec_path, pod.spec, "topologySpreadConstraints"):
        yield from _of_type("TopologySpreadConstraint", path, constraint)
    for container in pod.containers:
        yield from _of_type("Container", container.path, container.data)
        context = container.data.get("securityContext", {})
        yield from _of_type("SecurityContext", (*container.path, "securityContext"), context)
        for field, name in _LISTS.items():
            for path, item in listed(container.path, container.data, field):
                yield from _of_type(name, path, item)


def _of_type(name: str, path: Path, data: Data) -> Iterator[Finding]:
    for field, value in data.items():
        limits = CONSTRAINTS.get(f"{name}.{field}")
        if limits and isinstance(value, str | int):
            yield from _beyond((*path, field), value, limits)


def _beyond(path: Path, value: Any, limits: Mapping[str, Any]) -> Iterator[Finding]:
    choices, least, most = limits.get("enum"), limits.get("minimum"), limits.get("maximum")
    if choices is not None and value and value not in choices:
        yield unsupported(path, value, [choice for choice in choices if choice])
    elif least is not None and most is not None and not least <= value <= most:
        yield invalid(path, value, f"must be between {least} and {most}, inclusive")
    elif least is not None and value < least:
        yield invalid(path, value, f"must be greater than or equal to {least}")
