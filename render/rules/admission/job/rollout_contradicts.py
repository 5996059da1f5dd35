"""ADM521 rollout-contradicts: a workload's update strategy can never replace a pod.

`Recreate` and `OnDelete` exclude `rollingUpdate`; `maxUnavailable` and `maxSurge` cannot both be 0; a percentage is at
most 100%. A Deployment's `progressDeadlineSeconds` is longer than its `minReadySeconds`. The API server rejects the
object.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#strategy

Example:
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: store}
    spec:
      strategy: {type: Recreate, rollingUpdate: {maxSurge: 1}}
      selector: {matchLabels: {app: store}}
      template: {metadata: {labels: {app: store}}, spec: {containers: [{name: main, image: store}]}}
Use instead:
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: store}
    spec:
      strategy: {type: Recreate}
      selector: {matchLabels: {app: store}}
      template: {metadata: {labels: {app: store}}, spec: {containers: [{name: main, image: store}]}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import Data
from render.rules.admission._field_errors import forbidden, invalid, required
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_STRATEGIES = {"DaemonSet": "updateStrategy", "Deployment": "strategy", "StatefulSet": "updateStrategy"}
_DEADLINE = 600
"""The default of `progressDeadlineSeconds`."""


@rule(
    kinds=("apps/DaemonSet", "apps/Deployment", "apps/StatefulSet"),
    keys=("minReadySeconds", "progressDeadlineSeconds", "rollingUpdate"),
)
def check(item: Object) -> Iterator[Finding]:
    """Check the update strategy, and the deadline of a Deployment."""
    spec, kind = item.data.get("spec", {}), item.kind.name
    strategy, path = spec.get(_STRATEGIES[kind], {}), ("spec", _STRATEGIES[kind], "rollingUpdate")
    rolling = strategy.get("rollingUpdate")
    if (strategy.get("type") or "RollingUpdate") == "RollingUpdate":
        yield from _check_rolling_update(path, kind, rolling or {})
    elif rolling is not None and kind != "DaemonSet":
        yield forbidden(path, f"may not be specified when strategy `type` is '{strategy['type']}'")
    deadline, ready = spec.get("progressDeadlineSeconds", _DEADLINE), spec.get("minReadySeconds", 0)
    if kind == "Deployment" and deadline <= ready:
        yield invalid(("spec", "progressDeadlineSeconds"), deadline, "must be greater than minReadySeconds")


def _check_rolling_update(path: Path, kind: str, rolling: Data) -> Iterator[Finding]:
    for field in ("maxUnavailable", "maxSurge", "partition"):
        value = rolling.get(field, 0)
        if isinstance(value, int) and value < 0 and (kind, field) != ("StatefulSet", "maxUnavailable"):
            yield invalid((*path, field), value, "must be greater than or equal to 0")
    unavailable, surge = rolling.get("maxUnavailable", 1), rolling.get("maxSurge", 1 if kind == "Deployment" else 0)
    if kind == "StatefulSet":
        return  # by default the API server drops its `maxUnavailable`
    if not _share(unavailable) and not _share(surge):
        yield required((*path, "maxUnavailable"), "cannot be 0 when maxSurge is 0")
    elif kind == "DaemonSet" and _share(unavailable) and _share(surge):
        yield invalid((*path, "maxSurge"), surge, "may not be set when maxUnavailable is non-zero")
    for field in ("maxUnavailable", "maxSurge") if kind == "DaemonSet" else ("maxUnavailable",):
        value = rolling.get(field)
        if isinstance(value, str) and _share(value) > 100:
            yield invalid((*path, field), value, "must not be greater than 100%")


def _share(value: int | str) -> int:
    text = str(value).removesuffix("%")
    return int(text) if text.isdecimal() else 0
