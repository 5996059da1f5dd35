"""What makes pods of a Job, gives them nodes and lets them run; no container does."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.cluster.control_plane import GANG_SCHEDULING, running
from tests.cluster.server import Server

STAGES = Path(__file__).with_name("stages.yaml")
# Without the controller of nodes, which takes those for dead that send no heartbeat.
CONTROLLERS = ",".join(
    f"{name}-controller"
    for name in ("garbage-collector", "job", "podgroup-protection", "resourceclaim", "serviceaccount")
)


@dataclass(frozen=True)
class Controllers:
    """The programs."""

    controller_manager: Path
    scheduler: Path
    kwok: Path

    @contextmanager
    def at_work(self, kubeconfig: Path, folder: Path) -> Iterator[None]:
        """Run them against the API server of a kubeconfig, with all that they write in a folder."""
        shared = [f"--kubeconfig={kubeconfig}", "--leader-elect=false", "--secure-port=0", GANG_SCHEDULING]
        commands = [
            [str(self.controller_manager), *shared, f"--controllers={CONTROLLERS}"],
            [str(self.scheduler), *shared],
            [str(self.kwok), f"--kubeconfig={kubeconfig}", "--manage-all-nodes", f"--config={STAGES}"],
        ]
        with ExitStack() as stack:
            for command in commands:
                stack.enter_context(running(command, folder))
            yield


def add_node(server: Server, name: str, **resources: str) -> None:
    """Add a node with room for pods and these extended resources."""
    room = {"cpu": "64", "memory": "512Gi", "pods": "110", **resources}
    node = {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name}},
        "status": {"allocatable": room, "capacity": room},
    }
    assert server.create(node).refusal == ""
    # The server takes every new node for one that is not ready; the controller that sees when it is does not run here.
    assert server.merge(f"/api/v1/nodes/{name}", {"spec": {"taints": None}}).refusal == ""
