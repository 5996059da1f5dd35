"""Nodes that kwok plays beside the real ones: they have GPUs, and their pods run no container."""

from pathlib import Path

from tests.cluster.controllers import STAGES
from tests.cluster.server import Server
from tests.lab.machine import CONTROL_PLANE, in_namespace
from tests.lab.programs import LabError, find_program, start, stop

GPUS = 8
"""Of each node."""
_GPU = "nvidia.com/gpu"
_LABEL = "lab.local/fake"
_TAINTS = [{"key": _GPU, "effect": "NoSchedule"}]
"""Only pods with GPUs come here."""
_ROOM = {"cpu": "64", "memory": "512Gi", "pods": "110", _GPU: str(GPUS)}
_LEASE_SECONDS = 12


def add_fake_nodes(folder: Path, count: int) -> None:
    """Add the nodes `f1`, `f2` ... and start kwok. Raises LabError."""
    if not count:
        return
    server = Server(folder / "kubeconfig")
    options = [f"--manage-nodes-with-label-selector={_LABEL}", f"--node-lease-duration-seconds={_LEASE_SECONDS}"]
    kwok = [find_program("kwok"), "--kubeconfig=kubeconfig", f"--config={STAGES}", *options]
    start("kwok", [*in_namespace(CONTROL_PLANE), *kwok], folder)
    for number in range(1, count + 1):
        name = f"f{number}"
        labels = {"kubernetes.io/hostname": name, _LABEL: ""}
        node = {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": name, "labels": labels},
            "spec": {"taints": _TAINTS},
            "status": {"allocatable": _ROOM, "capacity": _ROOM},
        }
        if refusal := server.create(node).refusal:
            raise LabError(f"node {name} is rejected: {refusal}")


def stop_fake_nodes(folder: Path) -> None:
    """Stop kwok if it runs."""
    stop(folder / "kwok.pid")
