"""A flavor of the queue has a taint that the run does not tolerate.

Kueue assigns a flavor only to pods that tolerate the taints of its nodes.

Reads: Workload (`QuotaReserved`).
Source: https://kueue.sigs.k8s.io/docs/concepts/resource_flavor/
"""

import re
from collections.abc import Iterator

from render.why.causes.queue._workload import matching
from render.why.explanation import Explanation, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"untolerated taint (?P<taint>\{[^}]*\}|\S+) in flavor (?P<flavor>[^\s,;]+)")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if Kueue reports it of a Workload."""
    for workload, found in matching(run, _MESSAGE):
        sentence = (
            f"the flavor `{found['flavor'].rstrip('.')}` of its queue has a taint that its pods do not "
            f"tolerate: {found['taint']}"
        )
        yield from explain(
            sentence,
            [workload.evidence],
            "add the toleration to `pod.tolerations`, or to the ResourceFlavor for all runs",
            key="pod.tolerations",
        )
