"""A volume is attached to another node.

A volume with the access mode ReadWriteOnce is for one node. Pods on a second node wait until the first one releases
it, which a lost node does not.

Reads: events of pods (`FailedAttachVolume`).
Source: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes
"""

import re
from collections.abc import Iterator

from render.why.causes.start._events import evidence_of_events, pods_with
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"Multi-Attach error for volume \"?(?P<name>[^\" ]+)\"?")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if pods that have a node have this warning."""
    rows = list(pods_with(run, _MESSAGE, "FailedAttachVolume"))
    if rows:
        pods = count_pods([pod for pod, _, _ in rows], run.size)
        found = rows[0][2]
        sentence = f"the volume `{found['name']}` is attached to another node, and {pods} wait for it"
        evidence = evidence_of_events([record for _, record, _ in rows])
        yield from explain(
            sentence,
            evidence,
            (
                "use a claim with `ReadWriteMany`; after a lost node, the taint "
                "`node.kubernetes.io/out-of-service` releases the volume"
            ),
            key="storage.checkpoints",
        )
