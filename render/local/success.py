"""How a run ends: what its JobSet makes of the nodes that have ended.

Sources: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/controllers/success_policy.go and
https://kubernetes.io/docs/concepts/workloads/controllers/job/#success-policy
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from render.local.node import Node
from render.manifests.jobset import ReplicatedJob
from render.manifests.places import Data

Statuses = Mapping[str, int]
"""Exit statuses by the node's label."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of a run."""

    status: int
    why: str
    """Half a sentence."""


def end(nodes: Sequence[Node], jobset: Data, statuses: Statuses) -> End | None:
    """Return how the run ends; None while it goes on. Nothing is restarted here."""
    failed = [node for node in nodes if statuses.get(node.label)]
    for node in failed:
        of_role = sum(other.pod.role == node.pod.role for other in failed)
        if _decides(node) or of_role > int(node.pod.role.job.get("maxFailedIndexes", 0)):
            return End(statuses[node.label], f"{node.label} failed with status {statuses[node.label]}")
    policy = jobset.get("spec", {}).get("successPolicy", {})
    targets = policy.get("targetReplicatedJobs") or {node.pod.role.name for node in nodes}
    awaited = [[node for node in nodes if node.pod.role.name == name and _decides(node)] for name in targets]
    are_complete = [all(statuses.get(node.label) == 0 for node in members) for members in awaited if members]
    is_over = any(are_complete) if policy.get("operator") == "Any" else all(are_complete)
    return End(0, "the run has ended well") if is_over else None


def _decides(node: Node) -> bool:
    """Say whether its Job can't succeed without a node."""
    indexes = _deciding_indexes(node.pod.role)
    return indexes is None or node.pod.index in indexes


def _deciding_indexes(role: ReplicatedJob) -> frozenset[int] | None:
    rules = role.job.get("successPolicy", {}).get("rules", [])
    named = [rule["succeededIndexes"] for rule in rules if "succeededIndexes" in rule]
    return _numbers(named[0]) if named else None


def _numbers(text: str) -> frozenset[int]:
    spans = [part.partition("-") for part in text.split(",")]
    return frozenset(n for first, _, last in spans for n in range(int(first), int(last or first) + 1))
