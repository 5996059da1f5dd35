"""Node selectors, affinity, anti-affinity, taints and tolerations; and fields that only the scheduler can evaluate.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from render.doctor.nodes.batch import PodBatch
from render.kube import selector
from render.manifests.paths import Data


def node_affinity_matches(pod: Data, node: Data) -> bool:
    """Return True if a node matches `nodeSelector` and the required node affinity of a pod spec."""
    labels = node["metadata"].get("labels", {})
    wanted = pod.get("affinity", {}).get("nodeAffinity", {}).get("requiredDuringSchedulingIgnoredDuringExecution")
    return selector.matches({"matchLabels": pod.get("nodeSelector", {})}, labels) and (
        wanted is None or any(_holds(term, node, labels) for term in wanted.get("nodeSelectorTerms", ()))
    )


def _holds(term: Data, node: Data, labels: Mapping[str, str]) -> bool:
    """Return True if all of a term matches; an empty term matches no node."""
    expressions, fields = term.get("matchExpressions", ()), term.get("matchFields", ())
    names = {"metadata.name": node["metadata"]["name"]}
    return bool(expressions or fields) and (
        all(_fulfils(one, labels) for one in expressions) and all(_fulfils(one, names) for one in fields)
    )


def _fulfils(requirement: Data, labels: Mapping[str, str]) -> bool:
    operator = requirement["operator"]
    if operator not in ("Gt", "Lt"):
        return selector.matches({"matchExpressions": [requirement]}, labels)
    found, [bound] = _number(labels.get(requirement["key"])), map(_number, requirement.get("values", [None]))
    if found is None or bound is None:
        return False
    return found > bound if operator == "Gt" else found < bound


def _number(text: Any) -> int | None:
    try:
        return int(text)
    except (TypeError, ValueError):
        return None


_UNSCHEDULABLE = {"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}
"""Taint of a cordoned node, before a controller adds it."""
_PASSING = "node.kubernetes.io/"
"""Prefix of taints for temporary conditions: cordoned, not ready, under pressure."""


def untolerated_taints(pod: Data, node: Data, *, for_good: bool) -> Iterator[str]:
    """Yield the taints of a node that a pod spec does not tolerate, in kubectl's notation.

    With `for_good`, temporary ones are left out.
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


_HOST = "kubernetes.io/hostname"
_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"


def excludes_itself(batch: PodBatch) -> bool:
    """Return True if anti-affinity allows only one pod of the batch per node."""
    labels = batch.metadata.get("labels", {})
    return any(
        term["topologyKey"] == _HOST and selector.matches(term.get("labelSelector", {}), labels)
        for term in _anti_affinity(batch.spec)
    )


def undecidable_fields(batch: PodBatch) -> Iterator[str]:
    """Yield the fields that affect scheduling and that `render doctor` does not evaluate."""
    affinity = batch.spec.get("affinity", {})
    if affinity.get("podAffinity", {}).get(_REQUIRED):
        yield "affinity.podAffinity"
    if any(term["topologyKey"] != _HOST for term in _anti_affinity(batch.spec)):
        yield "affinity.podAntiAffinity"
    spread = batch.spec.get("topologySpreadConstraints", ())
    if any(one.get("whenUnsatisfiable") == "DoNotSchedule" for one in spread):
        yield "topologySpreadConstraints"
    if batch.spec.get("resourceClaims"):
        yield "resourceClaims"


def _anti_affinity(spec: Data) -> Iterator[Data]:
    yield from spec.get("affinity", {}).get("podAntiAffinity", {}).get(_REQUIRED, ())
