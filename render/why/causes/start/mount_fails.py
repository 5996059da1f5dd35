"""A volume can't be mounted.

The file server does not answer, refuses the client, or the node lacks a driver or a program to mount it.

Reads: events of pods (`FailedMount`, `FailedAttachVolume`, `FailedMapVolume`).
Source: https://kubernetes.io/docs/concepts/storage/volumes/
"""

import re
from collections.abc import Iterator

from render.why.causes.start._events import evidence_of_events, pods_with
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    (
        r"(?P<why>MountVolume\.\S+ failed for volume \"(?P<name>[^\"]+)\"\s*:\s*+(?!configmap|"
        r"secret|references non-existent).*|AttachVolume\.\S+ failed .*)"
    ),
    re.DOTALL,
)
_COMMAND = re.compile(r"\s*Mounting command: .*?\sOutput: ", re.DOTALL)
"""The command that a kubelet ran, before what it printed."""


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if pods that have a node have this warning."""
    rows = list(pods_with(run, _MESSAGE, "FailedMount", "FailedAttachVolume", "FailedMapVolume"))
    if rows:
        pods = count_pods([pod for pod, _, _ in rows], run.size)
        found = rows[0][2]
        sentence = f"{pods} can't mount a volume: {_COMMAND.sub(': ', found['why'])}"
        evidence = evidence_of_events([record for _, record, _ in rows])
        yield from explain(
            sentence,
            evidence,
            "check the storage from the node that the pod is on; `kubectl get csinodes` shows which drivers a node has",
            key="storage",
        )
