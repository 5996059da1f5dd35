"""The sandbox of a pod can't be created.

The CNI plug-in of the node fails, has no addresses left, or is not installed; or the node lacks the runtime that the
pod's RuntimeClass names. No container starts before it works.

Reads: events of pods (`FailedCreatePodSandBox`).
Source: https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/network-plugins/
"""

import re
from collections.abc import Iterator

from render.why.causes.start._events import evidence_of_events, pods_with
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(r"(?:.*rpc error: code = \w+ desc = )?(?P<why>.*)", re.DOTALL)
_RUNTIME = re.compile(r'no runtime for "(?P<name>[^"]+)" is configured')


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if pods that have a node have this warning."""
    rows = list(pods_with(run, _MESSAGE, "FailedCreatePodSandBox"))
    if rows:
        pods = count_pods([pod for pod, _, _ in rows], run.size)
        why = rows[0][2]["why"]
        runtime = _RUNTIME.search(why)
        hint = (
            f"install the runtime `{runtime['name']}`, or select other nodes; `pod.runtimeClassName` chooses it"
            if runtime
            else "it is a fault of the network plug-in: see its pods on that node, and whether addresses are left"
        )
        sentence = f"the node can't create the sandbox of {pods}: {why}"
        key = "pod.runtimeClassName" if runtime else None
        yield from explain(sentence, evidence_of_events([record for _, record, _ in rows]), hint, key=key)
