"""The run requests more than its queue can ever have.

The request is larger than the nominal quota of the flavor plus all that the cohort can lend, so that Kueue will never
admit the run.

Reads: Workload (`QuotaReserved`).
Source: https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/#resource-groups
"""

import re
from collections.abc import Iterator

from render.why.causes.queue._workload import matching, queue_name
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    r"insufficient quota for (?P<resource>\S+) in flavor (?P<flavor>\S+), "
    r".*?podset requests? \((?P<wanted>[^)]*)\) > maximum capacity \((?P<most>[^)]*)\)"
)
"""The names of Kueue 0.15 and 0.19."""


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if Kueue compares the request with the capacity."""
    for workload, found in matching(run, _MESSAGE):
        queue = queue_name(run, workload)
        sentence = (
            f"it requests {found['wanted']} `{found['resource']}`, and the queue `{queue}` can have {found['most']} at "
            f"most (flavor `{found['flavor']}`): it will never be admitted"
        )
        hint = f"use fewer nodes or another queue, or ask for more quota in the ClusterQueue `{queue}`"
        yield from explain(sentence, [workload.evidence], hint, key="numNodes")
