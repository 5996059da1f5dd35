"""SCD211 group-of-other-scheduler: the pods name a PodGroup that nothing of this run creates.

`scheduler: coscheduling` and `scheduler: volcano` write the label or annotation of a gang, and create its PodGroup.
Under another `scheduler:`, nothing creates the PodGroup: coscheduling holds such pods back, and they wait forever.
Where it doesn't run, the label has no effect, and the nodes start one by one.

Source: https://github.com/kubernetes-sigs/scheduler-plugins/tree/master/pkg/coscheduling

Example:
    image: registry.example/train:1
    numNodes: 2
    scheduler: kueue
    kueue: {queue: research}
    pod: {labels: {scheduling.x-k8s.io/pod-group: train}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    scheduler: coscheduling
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_NAMES = (
    ("labels", "scheduling.x-k8s.io/pod-group", "coscheduling"),
    ("annotations", "scheduling.k8s.io/group-name", "volcano"),
    ("annotations", "scheduling.volcano.sh/group-name", "volcano"),
)
"""Places in `pod` that name a PodGroup, with the scheduler that reads it."""
_POD_GROUP = "kueue.x-k8s.io/pod-group-name"
"""Kueue's label for pods that have no Job: https://kueue.sigs.k8s.io/docs/tasks/run/plain_pods/"""


@rule(severity=Severity.WARNING, keys=("pod.annotations", "pod.labels"))
def check(run: Run) -> Iterator[Finding]:
    """Report names of PodGroups of schedulers that the spec doesn't choose, and groups of Kueue."""
    chosen = run.at("scheduler") or "none"
    for kind, key, scheduler in _NAMES:
        written = run.at("pod", kind) or {}
        if key in written and chosen != scheduler:
            message = f"`scheduler: {chosen}` creates no PodGroup `{written[key]}` of `{scheduler}`"
            yield Finding(("pod", kind, key), message, f"set `scheduler: {scheduler}`, or remove it")
    if _POD_GROUP in (run.at("pod", "labels") or {}):
        message = "Kueue queues a run as a whole, and reads groups of pods without a Job only"
        yield Finding(("pod", "labels", _POD_GROUP), message, "remove it; `scheduler: kueue` queues the run").as_note
