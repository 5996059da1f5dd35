"""ADM666 metric-malformed: an autoscaler looks at no metric that there can be, or has no single target for it.

A metric has the block of its `type` and no other; a name; and exactly one target, above zero: a utilisation or an
average for resources, an average for pods, a value or an average for the rest. The API server refuses the autoscaler.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/horizontal-pod-autoscaler-v2/

Example:
    apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: {name: serve}
    spec:
      scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: serve}
      maxReplicas: 4
      metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization}}}]
Use instead:
    apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: {name: serve}
    spec:
      scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: serve}
      maxReplicas: 4
      metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]
"""

from collections.abc import Iterator, Mapping

from render.kube import dns, names
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.places import Data, listed
from render.rules.admission._refusal import each_invalid, forbidden, invalid, required
from render.rules.admission.policy._reference import named
from render.rules.admission.policy.scale_contradicts import AUTOSCALER
from render.rules.rule import Finding, rule
from render.shape.mistake import Path

_TARGETS: Mapping[str, tuple[str, ...]] = {
    "containerResource": ("averageUtilization", "averageValue"),
    "external": ("averageValue", "value"),
    "object": ("averageValue", "value"),
    "pods": ("averageValue",),
    "resource": ("averageUtilization", "averageValue"),
}
"""By block: the targets of which it has one."""
_EXCLUSIVE = frozenset({"containerResource", "external", "resource"})


@rule(kinds=(AUTOSCALER,), keys=("metrics",))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with each metric."""
    for path, metric in listed(("spec",), item.data.get("spec", {}), "metrics"):
        kind = metric.get("type", "")
        block = kind[:1].lower() + kind[1:]
        if block in _TARGETS and block not in metric:
            yield required((*path, block), "must populate information for the given metric source")
        for other in (field for field in metric if field in _TARGETS and field != block):
            yield forbidden((*path, other), "must populate the given metric source only")
        if block in _TARGETS and block in metric:
            yield from _source((*path, block), block, metric[block])


def _source(path: Path, block: str, source: Data) -> Iterator[Finding]:
    if block in ("resource", "containerResource"):
        if not source.get("name"):
            yield required((*path, "name"), "must specify a resource name")
    else:
        yield from _metric((*path, "metric"), source.get("metric", {}))
    if block == "containerResource":
        container = source.get("container", "")
        if not container:
            yield required((*path, "container"), "must specify a container")
        else:
            yield from each_invalid((*path, "container"), container, dns.label(container))
    if block == "object":
        yield from named((*path, "describedObject"), source.get("describedObject", {}))
    yield from _target((*path, "target"), block, source.get("target", {}))


def _metric(path: Path, metric: Data) -> Iterator[Finding]:
    name = metric.get("name", "")
    if not name:
        yield required((*path, "name"), "must specify a metric name")
    yield from each_invalid((*path, "name"), name, names.path_segment(name))


def _target(path: Path, block: str, target: Data) -> Iterator[Finding]:
    choices = _TARGETS[block]
    chosen = [field for field in choices if field in target]
    if not chosen:
        yield required((*path, choices[0]), f"must set {' or '.join(choices)}")
    elif len(chosen) > 1 and block in _EXCLUSIVE:
        yield forbidden((*path, chosen[1]), f"may not set both {' and '.join(chosen)}")
    for field in ("value", "averageValue"):
        quantity = amount(target.get(field))
        if quantity is not None and quantity <= 0:
            yield invalid((*path, field), str(target[field]), "must be positive")
