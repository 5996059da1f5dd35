"""ADM665 scale-contradicts: an autoscaler has an invalid target or an empty range of replicas.

`scaleTargetRef` has a kind, a name and an API group. `minReplicas` is at most `maxReplicas`, and 0 only with a metric
that exists without pods. Tolerances are not negative. The API server rejects the autoscaler.

Source: https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/

Example:
    apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: {name: serve}
    spec:
      scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: serve}
      minReplicas: 4
      maxReplicas: 2
Use instead:
    apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: {name: serve}
    spec:
      scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: serve}
      minReplicas: 2
      maxReplicas: 4
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.rules.admission._field_errors import forbidden, invalid
from render.rules.admission.policy._reference import check_scale_target
from render.rules.rule import Finding, rule

AUTOSCALER = "autoscaling/HorizontalPodAutoscaler"
_WITHOUT_PODS = frozenset({"External", "Object"})


@rule(kinds=(AUTOSCALER,))
def check(item: Object) -> Iterator[Finding]:
    """Check the target, the range and the tolerances."""
    spec = item.data.get("spec", {})
    yield from check_scale_target(("spec", "scaleTargetRef"), spec.get("scaleTargetRef", {}))
    yield from _check_range(spec)
    for direction in ("scaleUp", "scaleDown"):
        tolerance = amount(spec.get("behavior", {}).get(direction, {}).get("tolerance", 0))
        if tolerance is not None and tolerance < 0:
            place = ("spec", "behavior", direction, "tolerance")
            yield invalid(place, str(tolerance), "must be greater than or equal to 0")


def _check_range(spec: Data) -> Iterator[Finding]:
    least, most = spec.get("minReplicas", 1), spec.get("maxReplicas", 1)
    if most < least:
        yield invalid(("spec", "maxReplicas"), most, "must be greater than or equal to `minReplicas`")
    metrics = {metric.get("type") for metric in spec.get("metrics", ())}
    if least == 0 and metrics.isdisjoint(_WITHOUT_PODS):
        why = "must specify at least one Object or External metric to support scaling to zero replicas"
        yield forbidden(("spec", "metrics"), why)
