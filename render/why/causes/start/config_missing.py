"""A Secret or ConfigMap for environment variables, or a key of it, does not exist.

The container can't be created. The kubelet looks again every few seconds: the pod starts once the object exists.

Reads: Pod (`CreateContainerConfigError`).
Source: https://kubernetes.io/docs/tasks/debug/debug-application/debug-pods/
"""

import re
from collections.abc import Iterator

from render.why.causes.start._waiting import evidence_of, waiting
from render.why.explanation import Explanation, count_pods, explain
from render.why.training_run import TrainingRun

_OBJECT = re.compile(r'(?P<kind>secret|configmap) "(?P<name>[^"]+)" not found', re.IGNORECASE)
_KEY = re.compile(r"couldn't find key (?P<key>\S+) in (?P<kind>Secret|ConfigMap) (?P<place>[^\s,]+)")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation with the object or key that is missing."""
    found = waiting(run, "CreateContainerConfigError")
    for one in found:
        missing = _missing(one.message, run.namespace)
        if missing:
            same = [other for other in found if _missing(other.message, run.namespace) == missing]
            pods = count_pods([other.pod for other in same], run.size)
            sentence = f"{missing}, which {pods} read{'s' if len(same) == 1 else ''}"
            hint = "create it; the pods start by themselves within a minute"
            yield from explain(sentence, evidence_of(run, same), hint, key="env")
            return


def _missing(message: str, namespace: str) -> str:
    if key := _KEY.search(message):
        return f"the {key['kind']} `{key['place'].rpartition('/')[2]}` has no key `{key['key']}`"
    if found := _OBJECT.search(message):
        kind = {"secret": "Secret", "configmap": "ConfigMap"}[found["kind"].lower()]
        return f"the {kind} `{found['name']}` does not exist in `{namespace}`"
    return ""
