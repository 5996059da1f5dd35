"""Which nodes keep pods away.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
"""

from collections.abc import Iterator, Sequence

from render.manifests.places import Data

_UNSCHEDULABLE = {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}
"""What a cordoned node counts as, before a controller has written it."""
_PASSING = "node.kubernetes.io/"
"""Starts the taints that a node has while it is cordoned, not ready or short of something."""


def repelling(pod: Data, node: Data, *, for_good: bool) -> Iterator[str]:
    """Yield the taints of a node that a pod's spec doesn't tolerate, as `kubectl` writes them.

    With `for_good`, not those that come and go with the node's condition.
    """
    spec = node.get("spec", {})
    cordon = [_UNSCHEDULABLE] if spec.get("unschedulable") else []
    written: Sequence[Data] = spec.get("taints", ())
    for taint in (*written, *(one for one in cordon if one["key"] not in [other["key"] for other in written])):
        passes = for_good and taint["key"].startswith(_PASSING)
        keeps_away = taint["effect"] in ("NoSchedule", "NoExecute")
        if keeps_away and not passes and not any(_tolerates(one, taint) for one in pod.get("tolerations", ())):
            yield _written(taint)


def _tolerates(toleration: Data, taint: Data) -> bool:
    if toleration.get("effect") and toleration["effect"] != taint["effect"]:
        return False
    key = toleration.get("key")
    if key and key != taint["key"]:
        return False
    match toleration.get("operator") or "Equal":
        case "Exists":
            return True
        case "Equal":
            return bool(key) and toleration.get("value", "") == taint.get("value", "")
    return False


def _written(taint: Data) -> str:
    value = f"={taint['value']}" if taint.get("value") else ""
    return f"{taint['key']}{value}:{taint['effect']}"
