"""From the pods of a run to the nodes of this machine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from render.kube.gpus import gpus
from render.local import devices
from render.local.change import Change
from render.local.container import INHERITED, placed, started
from render.local.node import Mount, Node, Program
from render.local.paths import moved
from render.local.rewriting import Rewriting
from render.local.selection import PREFLIGHT
from render.local.volumes import Volumes
from render.manifests.places import Data
from render.pods.pod import Pod

_GRACE_SECONDS = 10.0
"""Where the pod says nothing: less than the 30 that the kubelet gives, since a person waits."""


@dataclass(frozen=True, slots=True)
class Machine:
    """This machine, as the nodes of one run find it."""

    volumes: Volumes
    caller: Mapping[str, str]
    """The environment of who runs it."""
    addresses: Sequence[str]
    """Of the nodes."""
    names: Mapping[str, str]
    """Addresses by DNS name, to be written in place of the names; empty where the nodes are isolated: there names
    resolve and volumes are mounted, and nothing has to be rewritten."""
    devices: Sequence[str]
    left_out: frozenset[str]
    """Names of init containers that are not run."""
    run_uid: str
    """By which the nodes of this run recognise each other: random, as the UID of a JobSet, and never printed."""
    changes: list[Change] = field(default_factory=list)


def nodes(pods: Sequence[Pod], machine: Machine) -> list[Node]:
    """Return the nodes of a run, and note on the machine what had to be changed. Makes folders. Raises OSError."""
    wanted = [gpus(pod.container.get("resources", {})) for pod in pods]
    shares = devices.shares(machine.devices, wanted)
    return [
        _node(placed(pod, address, machine.run_uid), share, machine)
        for pod, address, share in zip(pods, machine.addresses, shares, strict=True)
    ]


def label(pod: Pod) -> str:
    """Return what a node is called here: `node-3`; with several Jobs of a role, `node-1-3`."""
    job = [pod.job_index] if pod.role.replicas > 1 else []
    index = [] if pod.index is None else [pod.index]
    return "-".join(map(str, [pod.role.name, *job, *index]))


def _node(pod: Pod, share: tuple[str, ...], machine: Machine) -> Node:
    before = (one for one in pod.role.pod.get("initContainers", ()) if one["name"] not in machine.left_out)
    containers = [*before, pod.container]
    programs = tuple(_program(pod, container, share, machine) for container in containers)
    return Node(label(pod), pod, share, programs, pod.role.pod.get("terminationGracePeriodSeconds", _GRACE_SECONDS))


def _program(pod: Pod, container: Data, share: Sequence[str], machine: Machine) -> Program:
    node = label(pod)
    start, left = started(pod, container, machine.caller)
    machine.changes.extend(Change(node, *one) for one in left)
    mounts = tuple(_mounts(pod, container, machine))
    here = Rewriting(node, machine.names, mounts if machine.names else (), machine.changes)
    env = {name: here.variable(name, str(value)) for name, value in start.env.items()}
    asked = env.get(devices.VARIABLE)
    if machine.devices or asked is None:
        env[devices.VARIABLE] = here.changed(devices.VARIABLE, asked, devices.visible(share, asked))
    words = [here.word("command", str(word)) for word in (*start.command, *start.args)]
    return Program(
        container=container["name"],
        words=tuple(here.devices(words, len(share)) if container["name"] == PREFLIGHT else words),
        env={name: machine.caller[name] for name in INHERITED if name in machine.caller} | env,
        folder=_folder(container, mounts, here, str(machine.volumes.code)),
        mounts=() if machine.names else mounts,
    )


def _mounts(pod: Pod, container: Data, machine: Machine) -> list[Mount]:
    mounts = []
    for mount, difference in machine.volumes.mounts(pod, container, label(pod)):
        mounts.append(mount)
        if difference is not None:
            machine.changes.append(Change(label(pod), mount.path, *difference))
    return mounts


def _folder(container: Data, mounts: Sequence[Mount], here: Rewriting, code: str) -> str:
    """Return where a program starts: as the manifest says where there is such a folder, else in the spec's."""
    asked = container.get("workingDir")
    if asked is None:
        return code
    if Path(moved(asked, mounts)).is_dir():
        return here.text("workingDir", asked)
    return here.changed("workingDir", asked, code)
