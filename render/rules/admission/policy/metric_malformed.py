"""ADM666 metric-malformed: a metric of an autoscaler is incomplete, or has no single target.

A metric has only the block of its `type`, a name, and one target above zero: `averageUtilization` or `averageValue` for
resources, `averageValue` for pods, `value` or `averageValue` for the others. The API server rejects the autoscaler.

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

from render.kube.formats import dns, names
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import each_invalid, forbidden, invalid, required
from render.rules.admission.policy._reference import check_reference
from render.rules.admission.policy.scale_contradicts import AUTOSCALER
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_TARGETS: Mapping[str, tuple[str, ...]] = {
    "containerResource": ("averageUtilization", "averageValue"),
    "external": ("averageValue", "value"),
    "object": ("averageValue", "value"),
    "pods": ("averageValue",),
    "resource": ("averageUtilization", "averageValue"),
}
"""By block: the targets, of which exactly one is set."""
_EXCLUSIVE = frozenset({"containerResource", "external", "resource"})


@rule(kinds=(AUTOSCALER,), keys=("metrics",))
def check(item: Object) -> Iterator[Finding]:
    """Check each metric."""
    for path, metric in list_items(("spec",), item.data.get("spec", {}), "metrics"):
        kind = metric.get("type", "")
        block = kind[:1].lower() + kind[1:]
        if block in _TARGETS and block not in metric:
            yield required((*path, block), "must populate information for the given metric source")
        for other in (field for field in metric if field in _TARGETS and field != block):
            yield forbidden((*path, other), "must populate the given metric source only")
        if block in _TARGETS and block in metric:
            yield from _check_source((*path, block), block, metric[block])


def _check_source(path: Path, block: str, source: Data) -> Iterator[Finding]:
    if block in ("resource", "containerResource"):
        if not source.get("name"):
            yield required((*path, "name"), "must specify a resource name")
    else:
        yield from _check_metric((*path, "metric"), source.get("metric", {}))
    if block == "containerResource":
        container = source.get("container", "")
        if not container:
            yield required((*path, "container"), "must specify a container")
        else:
            yield from each_invalid((*path, "container"), container, dns.label_errors(container))
    if block == "object":
        yield from check_reference((*path, "describedObject"), source.get("describedObject", {}))
    yield from _check_target((*path, "target"), block, source.get("target", {}))


def _check_metric(path: Path, metric: Data) -> Iterator[Finding]:
    name = metric.get("name", "")
    if not name:
        yield required((*path, "name"), "must specify a metric name")
    yield from each_invalid((*path, "name"), name, names.path_segment_errors(name))


def _check_target(path: Path, block: str, target: Data) -> Iterator[Finding]:
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
