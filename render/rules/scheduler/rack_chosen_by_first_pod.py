"""SCD212 rack-chosen-by-first-pod: the scheduler places pod by pod, and the first one chooses the rack for all.

With `none` and `coscheduling`, `topology` becomes an affinity between the nodes. The first pod goes to any rack that
has room for one; the others must follow, and wait if it has no room for all, though another rack may be free. A gang
scheduler looks for a rack with room for all nodes.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity

Example:
    image: registry.example/train:1
    numNodes: 4
    topology: {level: topology.kubernetes.io/zone}
Use instead:
    image: registry.example/train:1
    numNodes: 4
    scheduler: kueue
    kueue: {queue: research}
    topology: {level: topology.kubernetes.io/zone}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule

_POD_BY_POD = ("none", "coscheduling")


@rule(severity=Severity.WARNING, keys=("topology.level",))
def check(run: Run) -> Iterator[Finding]:
    """Report required levels of runs with several nodes under a scheduler that does not look for all of them."""
    scheduler = run.at("scheduler") or "none"
    is_required = run.at("topology", "level") and run.at("topology", "mode") != "preferred"
    if not is_required or run.nodes == 1 or scheduler not in _POD_BY_POD:
        return
    message = f"with `scheduler: {scheduler}` the first pod chooses the rack: the others wait if it has no room for all"
    yield Finding(("topology", "level"), message, "set `topology.mode: preferred`, or use a gang scheduler")
