"""Which nodes a pod selects by their labels.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/
"""

from collections.abc import Mapping
from typing import Any

from render.kube import selector
from render.manifests.places import Data


def selects(pod: Data, node: Data) -> bool:
    """Say whether a node has what the `nodeSelector` and the required node affinity of a pod's spec want."""
    labels = node["metadata"].get("labels", {})
    wanted = pod.get("affinity", {}).get("nodeAffinity", {}).get("requiredDuringSchedulingIgnoredDuringExecution")
    return selector.matches({"matchLabels": pod.get("nodeSelector", {})}, labels) and (
        wanted is None or any(_holds(term, node, labels) for term in wanted.get("nodeSelectorTerms", ()))
    )


def _holds(term: Data, node: Data, labels: Mapping[str, str]) -> bool:
    """Say whether all of a term holds; an empty one selects no node."""
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
