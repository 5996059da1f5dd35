"""What a fabric gives the nodes of a cluster, and nothing gives them here."""

from collections.abc import Iterator, Mapping

from render.local.block import NONE
from render.local.change import Change
from render.local.nodes import label
from render.manifests.places import Data
from render.pods.pod import Pod
from render.pods.value import Value


def left_out(name: str, there: Pod, here: Pod) -> Iterator[Change]:
    """Yield what a node has on the cluster, and has not without the fabric of this name: variables, devices, folders of
    the machine, containers beside its program."""
    node = label(here)
    yield Change(node, "network.fabric", name, NONE)
    for differs in (
        _differing(_variables(there), _variables(here)),
        _differing(_limits(there), _limits(here)),
        _differing(_host_folders(there), _host_folders(here)),
        _differing(_beside(there), _beside(here)),
    ):
        yield from (Change(node, *one) for one in differs)


def _differing(there: Mapping[str, str], here: Mapping[str, str]) -> Iterator[tuple[str, str, str | None]]:
    return ((name, value, here.get(name)) for name, value in there.items() if here.get(name) != value)


def _variables(pod: Pod) -> dict[str, str]:
    return {name: _text(value) for name, value in pod.start(pod.container).env.items()}


def _text(value: Value) -> str:
    return value if isinstance(value, str) else "set on the cluster"


def _limits(pod: Pod) -> dict[str, str]:
    limits: Data = pod.container.get("resources", {}).get("limits", {})
    return {name: str(value) for name, value in limits.items()}


def _host_folders(pod: Pod) -> dict[str, str]:
    paths = (volume.get("hostPath", {}).get("path") for volume in pod.role.pod.get("volumes", ()))
    return {path: "of the node" for path in paths if path is not None}


def _beside(pod: Pod) -> dict[str, str]:
    return {one["name"]: "a container beside the program" for one in pod.role.pod.get("initContainers", ())}
