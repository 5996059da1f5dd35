"""No domain of the topology has room for the run.

Topology-aware scheduling places the pods into one domain (a rack, a block). The cluster may have room for all of
them, but not there.

Reads: Workload (`QuotaReserved`).
Source: https://kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling/
"""

import re
from collections.abc import Iterator

from render.why.causes.queue._workload import matching
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    r'topology "(?P<name>[^"]+)" (?:allows to fit only (?P<fit>\d+) out of (?P<all>\d+)|'
    r"doesn.t allow to fit(?: any of (?P<none>\d+))?)"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if Kueue reports it of a Workload."""
    for workload, found in matching(run, _MESSAGE):
        total = found["all"] or found["none"] or run.size
        sentence = f"the topology `{found['name']}` has room for {found['fit'] or 0} of its {total} pods in one domain"
        hint = "wait until a domain is free, request a larger level, or prefer it in place of requiring it"
        yield from explain(sentence, [workload.evidence], hint, key="topology")
