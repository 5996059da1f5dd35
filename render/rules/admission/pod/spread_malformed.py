"""ADM208 spread-malformed: a topology spread constraint is invalid, or repeats another one.

A constraint needs a `topologyKey`. Each pair of `topologyKey` and `whenUnsatisfiable` occurs once, and `minDomains`
requires `whenUnsatisfiable: DoNotSchedule`. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway, minDomains: 2}
      containers: [{name: main, image: train}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, minDomains: 2}
      containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.rules.admission import _selector
from render.rules.admission._field_errors import duplicate, invalid, required
from render.rules.admission.pod import _label_keys
from render.rules.rule import Finding, rule


@rule(keys=("topologySpreadConstraints",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each constraint."""
    seen: set[tuple[str, str]] = set()
    for path, constraint in list_items(pod.spec_path, pod.spec, "topologySpreadConstraints"):
        key, action = constraint.get("topologyKey", ""), constraint.get("whenUnsatisfiable", "")
        if not key:
            yield required((*path, "topologyKey"), "can not be empty")
        if (key, action) in seen:
            yield duplicate((*path, "topologyKey"), f"{{{key}, {action}}}")
        seen.add((key, action))
        if "minDomains" in constraint and action != "DoNotSchedule":
            why = f"can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {action}"
            yield invalid((*path, "minDomains"), constraint["minDomains"], why)
        yield from _label_keys.check_label_keys(path, constraint)
        yield from _selector.check_selector((*path, "labelSelector"), constraint.get("labelSelector", {}))
