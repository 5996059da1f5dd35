"""ADM941 flow-circular: flows of a JobFlow wait for each other, or for one that is not there.

A flow starts when those of its `dependsOn.targets` have. Volcano's webhook refuses a JobFlow with a circle, or with a
target that is no flow of it.

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
from render.manifests.places import Data, listed
from render.rules.admission.volcano._graph import never_starting
from render.rules.rule import Finding, rule


@rule(kinds=("flow.volcano.sh/JobFlow",), keys=("dependsOn",))
def check(item: Object) -> Iterator[Finding]:
    """Yield each flow that never starts."""
    flows = list(listed(("spec",), item.data.get("spec", {}), "flows"))
    # A target that is named twice is met all the same.
    waits_for = {flow.get("name", ""): sorted(set(_targets(flow))) for _, flow in flows}
    stuck = never_starting(waits_for)
    for place, flow in flows:
        if flow.get("name", "") in stuck and _targets(flow):
            names = ", ".join(f"`{name}`" for name in _targets(flow))
            message = f"jobflow Flow is not DAG: `{flow.get('name', '')}` waits for {names} forever"
            yield Finding((*place, "dependsOn", "targets"), message)


def _targets(flow: Data) -> list[str]:
    found: list[str] = flow.get("dependsOn", {}).get("targets", [])
    return found
