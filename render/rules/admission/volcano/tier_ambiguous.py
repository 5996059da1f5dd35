"""ADM906 tier-ambiguous: a network topology sets its highest tier twice.

`highestTierAllowed` and `highestTierName` are two ways to limit how far apart pods can be. Volcano's webhooks reject a
Job or PodGroup with both.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/podgroups/validate/validate_podgroup.go

Example:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: PodGroup
    metadata: {name: sft}
    spec:
      minMember: 4
      networkTopology: {highestTierAllowed: 2, highestTierName: rack}
Use instead:
    apiVersion: scheduling.volcano.sh/v1beta1
    kind: PodGroup
    metadata: {name: sft}
    spec:
      minMember: 4
      networkTopology: {highestTierName: rack}
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import EACH, Pattern, select
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule

_PLACES: tuple[Pattern, ...] = (
    ("spec", "networkTopology"),
    ("spec", "subGroupPolicy", EACH, "networkTopology"),
    ("spec", "tasks", EACH, "partitionPolicy", "networkTopology"),
)


@rule(kinds=(JOB, "scheduling.volcano.sh/PodGroup"), keys=("highestTierName",))
def check(item: Object) -> Iterator[Finding]:
    """Check that at most one is set."""
    for pattern in _PLACES:
        for place, topology in select(item.data, pattern):
            if "highestTierAllowed" in topology and topology.get("highestTierName"):
                why = "must not specify 'highestTierAllowed' and 'highestTierName' in networkTopology simultaneously"
                yield Finding(place, why, "remove one of them")
