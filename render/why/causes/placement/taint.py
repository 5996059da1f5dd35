"""Nodes have a taint that the pods do not tolerate.

Dedicated GPU nodes usually have one; nodes that are not ready get one from Kubernetes.

Reads: Pod (`PodScheduled`), Node (`spec.taints`).
Source: https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from render.manifests.fields import mappings_at, text_at
from render.why.causes.placement._refusals import evidence_of, pods_of, refused_with
from render.why.explanation import Explanation, count_pods, explain, quote_all
from render.why.pod_state import PodState
from render.why.training_run import TrainingRun

_WORDS = "untolerated taint"
_NAMED = re.compile(r"untolerated taint(?:\(s\))? \{(?P<key>[^:}]*): ?(?P<value>[^}]*)\}")
"""The message of schedulers before 1.36, which has the taint."""
_OWN = ("node.kubernetes.io/", "node.cloudprovider.kubernetes.io/")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the taints of the nodes that refuse the pods."""
    found = refused_with(run, _WORDS)
    if not found:
        return
    first = found[0]
    named = [f"{match['key']}={match['value']}".removesuffix("=") for match in _NAMED.finditer(first.message)]
    taints = named or list(_untolerated(run, first.pod))
    pods = count_pods(pods_of(found), run.size)
    verb = "does" if len(found) == 1 else "do"
    which = f"the taint {quote_all(taints)}" if taints else "a taint"
    sentence = f"{first.count(_WORDS)} of {first.nodes} nodes have {which}, which {pods} {verb} not tolerate"
    if any(one.startswith(_OWN) for one in taints):
        hint = "Kubernetes set the taint because of the node's state: `kubectl describe node` shows it"
    else:
        hint = "add the toleration to `pod.tolerations` if these nodes are meant for the run"
    yield from explain(sentence, evidence_of(found), hint, key="pod.tolerations")


def _untolerated(run: TrainingRun, pod: PodState) -> Iterator[str]:
    """Yield the taints of all nodes that a pod does not tolerate, as `key=value`."""
    tolerations = list(mappings_at(pod.spec, "tolerations"))
    for node in run.index.all("/Node"):
        for taint in mappings_at(node.data, "spec", "taints"):
            is_soft = text_at(taint, "effect") == "PreferNoSchedule"
            if not is_soft and not any(_tolerates(one, taint) for one in tolerations):
                yield f"{text_at(taint, 'key')}={text_at(taint, 'value')}".removesuffix("=")


def _tolerates(toleration: Mapping[str, Any], taint: Mapping[str, Any]) -> bool:
    key, effect = text_at(toleration, "key"), text_at(toleration, "effect")
    if key not in ("", text_at(taint, "key")) or effect not in ("", text_at(taint, "effect")):
        return False
    exists = text_at(toleration, "operator") == "Exists"
    return exists or (bool(key) and text_at(toleration, "value") == text_at(taint, "value"))
