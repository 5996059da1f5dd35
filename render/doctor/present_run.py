"""The resources of a run of the same name in the cluster: the run that replaces it gets them back."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from render.cluster import DeniedError
from render.cluster.products import JOBSET, KUEUE
from render.doctor.cluster_view import POD, ClusterView
from render.doctor.nodes.node_resources import has_ended
from render.doctor.requirements import Requirements
from render.kube.gvk import GroupVersionKind
from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.paths import Data

JOBSET_LABEL = "jobset.sigs.k8s.io/jobset-name"


def live_pods(wanted: Requirements, view: ClusterView) -> tuple[Data, ...]:
    """Return the pods of a run of the same name that have not ended. Raises DeniedError."""
    names = {_name(item.data) for item in wanted.running if item.kind.group == JOBSET}
    found = view.list(POD, wanted.namespace) if names else ()
    return tuple(pod for pod in found if jobset_of(pod) in names and not has_ended(pod))


def jobset_of(pod: Data) -> str:
    """Return the name of the JobSet of a pod; empty for other pods."""
    return str(pod["metadata"].get("labels", {}).get(JOBSET_LABEL, ""))


def present_pods(wanted: Requirements, view: ClusterView) -> tuple[Data, ...]:
    """Return the pods of a run of the same name that have not ended; none without permission to list them."""
    try:
        return live_pods(wanted, view)
    except DeniedError:
        return ()


def present_objects(wanted: Requirements, view: ClusterView) -> Iterator[Object]:
    """Yield the objects of the spec that exist, also those that Kubeflow Trainer creates."""
    for item in (*wanted.applied, *wanted.expanded):
        try:
            if view.find(item.kind, wanted.namespace, _name(item.data)) is not None:
                yield item
        except DeniedError:
            continue


def present_reservation(wanted: Requirements, view: ClusterView, queue: str) -> Mapping[str, Fraction]:
    """Return the resources that the Workload of a run of the same name has reserved in a ClusterQueue, by name.

    Source: https://kueue.sigs.k8s.io/docs/reference/kueue.v1beta2/#kueue-x-k8s-io-v1beta2-PodSetAssignment
    """
    runs = {(item.kind.name, _name(item.data)) for item in (*wanted.applied, *wanted.running)}
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for kind in view.served(KUEUE, "Workload")[:1]:
        for workload in _workloads(kind, wanted.namespace, view):
            owners = {(owner["kind"], owner["name"]) for owner in workload["metadata"].get("ownerReferences", ())}
            admission = workload.get("status", {}).get("admission") or {}
            if admission.get("clusterQueue") == queue and owners & runs:
                for part in admission.get("podSetAssignments", ()):
                    for name, quantity in part.get("resourceUsage", {}).items():
                        found[name] += amount(quantity) or 0
    return found


def _workloads(kind: GroupVersionKind, namespace: str, view: ClusterView) -> tuple[Data, ...]:
    try:
        return view.list(kind, namespace)
    except DeniedError:
        return ()


def _name(data: Data) -> str:
    return str(data["metadata"]["name"])
