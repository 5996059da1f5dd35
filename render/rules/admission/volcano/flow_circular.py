"""ADM941 flow-circular: flows of a JobFlow depend on each other, or on an unknown flow.

A flow starts after the flows in its `dependsOn.targets`. Volcano's webhook rejects a JobFlow with a cycle, or with a
target that is not one of its flows.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobflows/validate/validate_jobflow.go

Example:
    apiVersion: flow.volcano.sh/v1alpha1
    kind: JobFlow
    metadata: {name: pipeline}
    spec:
      flows:
        - {name: train, dependsOn: {targets: [prepare]}}
Use instead:
    apiVersion: flow.volcano.sh/v1alpha1
    kind: JobFlow
    metadata: {name: pipeline}
    spec:
      flows:
        - {name: prepare}
        - {name: train, dependsOn: {targets: [prepare]}}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.rules.admission.volcano._graph import find_blocked
from render.rules.rule import Finding, rule


@rule(kinds=("flow.volcano.sh/JobFlow",), keys=("dependsOn",))
def check(item: Object) -> Iterator[Finding]:
    """Check that every flow can start."""
    flows = list(list_items(("spec",), item.data.get("spec", {}), "flows"))
    # Unlike a task's, a repeated dependency of a flow is met.
    waits_for = {flow.get("name", ""): sorted(set(_targets(flow))) for _, flow in flows}
    blocked = find_blocked(waits_for)
    for place, flow in flows:
        if flow.get("name", "") in blocked and _targets(flow):
            names = ", ".join(f"`{name}`" for name in _targets(flow))
            message = f"jobflow Flow is not DAG: `{flow.get('name', '')}` waits for {names} forever"
            yield Finding((*place, "dependsOn", "targets"), message)


def _targets(flow: Data) -> list[str]:
    found: list[str] = flow.get("dependsOn", {}).get("targets", [])
    return found
