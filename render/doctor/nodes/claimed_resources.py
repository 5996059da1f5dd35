"""Requested resources that the scheduler may serve by claims."""

from render.cluster import DeniedError
from render.doctor.cluster_view import DEVICE_CLASS, ClusterView
from render.doctor.requirements import Requirements
from render.kube.devices import OF_CLASS
from render.manifests.pod_resources import effective_requests


def claimed_resources(wanted: Requirements, view: ClusterView) -> frozenset[str]:
    """Return the requested resources that the scheduler may serve by claims: nodes don't list those as allocatable.

    Source: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#extended-resource.
    """
    requested = {name for pod in wanted.pods for name in effective_requests(pod)}
    found = {name for name in requested if name.startswith(OF_CLASS)}
    try:
        classes = view.list(DEVICE_CLASS) if view.served(DEVICE_CLASS.group, DEVICE_CLASS.name) else ()
    except DeniedError:
        classes = ()
    served = {one.get("spec", {}).get("extendedResourceName") for one in classes}
    return frozenset(found | (requested & served))
