"""Start and stop the lab, and take nodes away."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from tests.cluster.control_plane import until
from tests.cluster.server import Server
from tests.lab.control_plane import VERSION, start_control_plane, stop_control_plane
from tests.lab.controllers import start_controllers, stop_controllers
from tests.lab.fake_nodes import add_fake_nodes, stop_fake_nodes
from tests.lab.machine import leftovers, remove_all, restore_settings, save_settings
from tests.lab.node import start_node, stop_node
from tests.lab.programs import LabError, unmount_below
from tests.lab.storage import add_storage

FOLDER = Path("/var/tmp/render-lab")
"""State of the lab: one lab per machine. `kubeconfig` in it is for clients."""
NODE_SECONDS = 120


def images() -> list[Path]:
    """Return the archives of images in `LAB_IMAGES`, a folder. Raises LabError."""
    folder = os.environ.get("LAB_IMAGES")
    if folder is None:
        raise LabError("LAB_IMAGES is not set: run `ci/lab`")
    return sorted(Path(folder).glob("*.tar"))


def up(
    nodes: int, controllers: Sequence[str], images: Sequence[Path], *, fake_nodes: int = 0, kubernetes: str = VERSION
) -> None:
    """Start the lab with so many nodes, real and fake, and a control plane of a minor version.

    What was started stays if a step fails: `down` stops it. Raises LabError.
    """
    if FOLDER.exists():
        raise LabError(f"a lab is up already, in {FOLDER}: stop it with `ci/lab down`")
    FOLDER.mkdir(mode=0o700)
    save_settings(FOLDER / "settings.json")
    start_control_plane(FOLDER, kubernetes)
    if nodes:
        add_storage(Server(FOLDER / "kubeconfig"), FOLDER)
    start_controllers(controllers, FOLDER)
    for node in range(1, nodes + 1):
        start_node(FOLDER, node, images)
    add_fake_nodes(FOLDER, fake_nodes)
    for node in range(1, nodes + 1):
        wait_for_node(node)


def wait_for_node(node: int) -> None:
    """Wait until a node is ready. Raises LabError."""
    server = Server(FOLDER / "kubeconfig")

    def is_ready() -> bool:
        answer = server.get(f"/api/v1/nodes/n{node}")
        conditions = answer.body["status"].get("conditions", []) if answer.status == 200 else []
        return any(one["type"] == "Ready" and one["status"] == "True" for one in conditions)

    until(is_ready, NODE_SECONDS, f"node n{node} does not get ready: see {FOLDER}/n{node}-kubelet.log")


def down() -> None:
    """Stop everything and remove it from the machine. Raises LabError if something is left."""
    for home in sorted(FOLDER.glob("n[0-9]*/")):
        stop_node(FOLDER, int(home.name[1:]))
    stop_fake_nodes(FOLDER)
    stop_controllers(FOLDER)
    stop_control_plane(FOLDER)
    unmount_below(FOLDER)
    remove_all()
    restore_settings(FOLDER / "settings.json")
    shutil.rmtree(FOLDER, ignore_errors=True)
    if left := leftovers():
        raise LabError(f"left behind: {', '.join(left)}")
