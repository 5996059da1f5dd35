"""A ConfigMap or Secret that is mounted does not exist.

The kubelet tries to mount it again and again; the pod starts once it exists.

Reads: events of pods (`FailedMount`).
Source: https://kubernetes.io/docs/concepts/storage/volumes/
"""

import re
from collections.abc import Iterator

from render.why.causes.start._events import evidence_of_events, pods_with
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_MESSAGE = re.compile(
    r"(?P<kind>configmap|secret) \"(?P<name>[^\"]+)\" not found|references non-existent "
    r"(?P<kind2>config|secret) key: (?P<key>\S+)"
)


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation if pods that have a node have this warning."""
    rows = list(pods_with(run, _MESSAGE, "FailedMount"))
    if rows:
        pods = count_pods([pod for pod, _, _ in rows], run.size)
        found = rows[0][2]
        sentence = (
            f"the {found['kind']} `{found['name']}` does not exist in `{run.namespace}`, and {pods} mount it"
            if found["name"]
            else f"a mounted {found['kind2']} has no key `{found['key']}`, which {pods} read"
        )
        evidence = evidence_of_events([record for _, record, _ in rows])
        yield from explain(
            sentence, evidence, "create it; the pods start by themselves within two minutes", key="storage.volumes"
        )
