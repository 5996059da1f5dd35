"""What a pod shows a program of its node's network."""

from render.kube.rdma import devices
from render.manifests.pods import Container, Pod
from render.shape.mistake import Path

_ATTACHED = ("k8s.v1.cni.cncf.io/networks", "networking.gke.io/interfaces")
"""Annotations of pods that are given more networks, some of them with their devices."""
_TRAINER = "trainer.kubeflow.org"


def network_devices(pod: Pod, container: Container) -> frozenset[str] | None:
    """Return the RDMA devices of a container; None where it may have some that it does not ask for."""
    found = devices(container.data.get("resources", {}))
    return None if not found and _may_have_others(pod, container) else found


def host_network(pod: Pod) -> Path | None:
    """Return the place that puts a pod on the network of its node."""
    return (*pod.spec_path, "hostNetwork") if pod.spec.get("hostNetwork") else None


def has_more_networks(pod: Pod) -> bool:
    """Say whether a pod is attached to more networks than the cluster's."""
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
