"""Network devices and host network of a pod."""

from render.kube.devices import rdma_devices
from render.manifests.pods import Container, Pod
from render.schema_errors.error import Path

_ATTACHED = ("k8s.v1.cni.cncf.io/networks", "networking.gke.io/interfaces")
"""Annotations that attach more networks, some of them with devices."""
_TRAINER = "trainer.kubeflow.org"


def network_devices(pod: Pod, container: Container) -> frozenset[str] | None:
    """Return the RDMA resources of a container; None if it may get devices without requesting them."""
    found = rdma_devices(container.data.get("resources", {}))
    return None if not found and _may_have_others(pod, container) else found


def host_network(pod: Pod) -> Path | None:
    """Return the path of `hostNetwork` if it is on, else None."""
    return (*pod.spec_path, "hostNetwork") if pod.spec.get("hostNetwork") else None


def has_more_networks(pod: Pod) -> bool:
    """Return True if annotations attach the pod to further networks."""
    return not pod.metadata.get("annotations", {}).keys().isdisjoint(_ATTACHED)


def _may_have_others(pod: Pod, container: Container) -> bool:
    folders = (volume.get("hostPath", {}).get("path", "") for volume in pod.spec.get("volumes", ()))
    return (
        pod.object.kind.group == _TRAINER
        or "resourceClaims" in pod.spec
        or container.data.get("securityContext", {}).get("privileged", False)
        or has_more_networks(pod)
        or any(folder.startswith("/dev") for folder in folders)
    )
