"""What keeps two pods of a batch from sharing a node, and what only the scheduler can tell."""

from collections.abc import Iterator

from render.doctor.nodes.batch import Batch
from render.kube import selector
from render.manifests.places import Data

_HOST = "kubernetes.io/hostname"
_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"


def has_node_alone(batch: Batch) -> bool:
    """Say whether a node takes one pod of a batch at most, since it keeps away from its like."""
    labels = batch.metadata.get("labels", {})
    return any(
        term["topologyKey"] == _HOST and selector.matches(term.get("labelSelector", {}), labels)
        for term in _anti_affinity(batch.spec)
    )


def untold(batch: Batch) -> Iterator[str]:
    """Yield the fields of a pod that decide on its node and that are not read here."""
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
