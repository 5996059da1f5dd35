"""The network of the pods can't be set up.

The CNI plug-in of the node fails, has no addresses left, or is not installed. No container starts before it works.

Reads: events of pods (`FailedCreatePodSandBox`).
Source: https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/network-plugins/
"""

import re
from collections.abc import Iterator

from render.why.causes.start._events import evidence_of_events, pods_with
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"(?P<why>.*)", re.DOTALL)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if pods that have a node have this warning."""
    rows = list(pods_with(run, _MESSAGE, "FailedCreatePodSandBox"))
    if rows:
        pods = count_pods([pod for pod, _, _ in rows], run.size)
        found = rows[0][2]
        sentence = f"the node can't create the sandbox of {pods}: {found['why']}"
        evidence = evidence_of_events([record for _, record, _ in rows])
        yield from explain(
            sentence,
            evidence,
            "it is a fault of the node's network plug-in: see its pods on that node, and whether addresses are left",
        )
