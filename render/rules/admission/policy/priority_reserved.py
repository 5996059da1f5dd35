"""ADM667 priority-reserved: a priority class has a name or value that is reserved for the system.

Names that start with `system-` and values above 1000000000 are reserved for critical system pods. The API server
rejects the class.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/#priorityclass

Example:
    apiVersion: scheduling.k8s.io/v1
    kind: PriorityClass
    metadata: {name: training}
    value: 2000000000
Use instead:
    apiVersion: scheduling.k8s.io/v1
    kind: PriorityClass
    metadata: {name: training}
    value: 1000000
"""

from collections.abc import Iterator, Mapping

from render.manifests.objects import Object
from render.rules.admission._field_errors import forbidden
from render.rules.rule import Finding, rule

MAX_VALUE = 1_000_000_000

_SYSTEM: Mapping[str, int] = {"system-cluster-critical": 2_000_000_000, "system-node-critical": 2_000_001_000}
"""The classes that every cluster has, and their values."""


@rule(kinds=("scheduling.k8s.io/PriorityClass",))
def check(item: Object) -> Iterator[Finding]:
    """Check the name and the value."""
    name, value = item.data.get("metadata", {}).get("name", ""), item.data.get("value", 0)
    if name.startswith("system-"):
        if _SYSTEM.get(name) != value:
            why = "priority class names with 'system-' prefix are reserved for system use only"
            yield forbidden(("metadata", "name"), why)
    elif value > MAX_VALUE:
        yield forbidden(("value",), f"maximum allowed value of a user defined priority is {MAX_VALUE}")
