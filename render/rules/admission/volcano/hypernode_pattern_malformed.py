"""ADM942 hypernode-pattern-malformed: a HyperNode selects its members by an invalid regular expression.

Volcano's webhook rejects a HyperNode whose `regexMatch.pattern` does not compile.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/hypernodes/validate/admit_hypernode.go

Example:
    apiVersion: topology.volcano.sh/v1alpha1
    kind: HyperNode
    metadata: {name: rack-1}
    spec:
      tier: 1
      members: [{type: Node, selector: {regexMatch: {pattern: 'gpu-[0-9'}}}]
Use instead:
    apiVersion: topology.volcano.sh/v1alpha1
    kind: HyperNode
    metadata: {name: rack-1}
    spec:
      tier: 1
      members: [{type: Node, selector: {regexMatch: {pattern: 'gpu-[0-9]+'}}}]
"""

from collections.abc import Iterator

from render.kube.formats.scalars import is_pattern
from render.manifests.objects import Object
from render.manifests.paths import EACH, select
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule(kinds=("topology.volcano.sh/HyperNode",), keys=("regexMatch",))
def check(item: Object) -> Iterator[Finding]:
    """Check that each pattern compiles."""
    for place, selector in select(item.data, ("spec", "members", EACH, "selector", "regexMatch")):
        pattern = selector.get("pattern", "")
        if not is_pattern(pattern):
            yield invalid((*place, "pattern"), pattern, "member regexMatch pattern is invalid")
