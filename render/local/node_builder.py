"""Build the nodes of this machine from the pods of a run."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from render.kube.devices import gpu_count
from render.local import devices
from render.local.adaptation import Adaptation, Rewriter, replace_paths
from render.local.node import LocalNode, Mount, NodeProgram
from render.local.volumes import LocalVolumes, working_folder
from render.manifests.paths import Data
from render.pods.listing import JOBSET_UID
from render.pods.pod import ContainerStart, RunPod
from render.schema_errors.formatting import format_flow

_GRACE_SECONDS = 10.0
"""Default grace period of a pod: less than the kubelet's 30 seconds, since a user waits."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Resources of this machine for the nodes of one run."""

    volumes: LocalVolumes
    environ: Mapping[str, str]
    """Environment of the caller."""
    addresses: Sequence[str]
    """Addresses of the nodes, in the order of the pods."""
    names: Mapping[str, str]
    """Addresses by DNS name, to replace the names.

    Empty if the nodes are isolated: names resolve and volumes are mounted, so nothing is rewritten.
    """
    devices: Sequence[str]
    left_out: frozenset[str]
    """Names of init containers that don't run."""
    run_uid: str
    """Random ID by which the nodes of this run recognise each other, in place of the JobSet's UID; never printed."""
    changes: list[Adaptation] = field(default_factory=list)


def build_nodes(pods: Sequence[RunPod], machine: Machine) -> list[LocalNode]:
    """Return the nodes of a run, and record the adaptations in `machine.changes`. Makes folders. Raises OSError."""
    wanted = [gpu_count(pod.container.get("resources", {})) for pod in pods]
    shares = devices.share_gpus(machine.devices, wanted)
    return [
        _node(assign_fields(pod, address, machine.run_uid), share, machine)
        for pod, address, share in zip(pods, machine.addresses, shares, strict=True)
    ]


def node_label(pod: RunPod) -> str:
    """Return the name of a node: `node-3`, or `node-1-3` if its role has several Jobs."""
    job = [pod.job_index] if pod.role.replicas > 1 else []
    index = [] if pod.index is None else [pod.index]
    return "-".join(map(str, [pod.role.name, *job, *index]))


def _node(pod: RunPod, share: tuple[str, ...], machine: Machine) -> LocalNode:
    before = (one for one in pod.role.pod.get("initContainers", ()) if one["name"] not in machine.left_out)
    containers = [*before, pod.container]
    programs = tuple(_program(pod, container, share, machine) for container in containers)
    return LocalNode(
        node_label(pod), pod, share, programs, pod.role.pod.get("terminationGracePeriodSeconds", _GRACE_SECONDS)
    )


def _program(pod: RunPod, container: Data, share: Sequence[str], machine: Machine) -> NodeProgram:
    node = node_label(pod)
    start, left = start_container(pod, container, machine.environ)
    machine.changes.extend(Adaptation(node, *one) for one in left)
    mounts = tuple(_mounts(pod, container, machine))
    here = Rewriter(node, machine.names, mounts if machine.names else (), machine.changes)
    env = {name: here.variable(name, str(value)) for name, value in start.env.items()}
    setting = env.get(devices.VISIBLE_DEVICES)
    if machine.devices or setting is None:
        visible = devices.visible_gpus(share, setting)
        env[devices.VISIBLE_DEVICES] = here.changed(devices.VISIBLE_DEVICES, setting, visible)
    words = [here.word("command", str(word)) for word in (*start.command, *start.args)]
    return NodeProgram(
        container=container["name"],
        words=tuple(here.devices(words, len(share)) if container["name"] == PREFLIGHT else words),
        env={name: machine.environ[name] for name in INHERITED if name in machine.environ} | env,
        folder=_folder(container, mounts, here, machine.volumes),
        mounts=() if machine.names else mounts,
    )


def _mounts(pod: RunPod, container: Data, machine: Machine) -> list[Mount]:
    mounts = []
    for mount, difference in machine.volumes.mounts(pod, container, node_label(pod)):
        mounts.append(mount)
        if difference is not None:
            machine.changes.append(Adaptation(node_label(pod), mount.path, *difference))
    return mounts


def _folder(container: Data, mounts: Sequence[Mount], here: Rewriter, volumes: LocalVolumes) -> str:
    """Return the working directory of a program: that of the manifest if it exists here, else the spec's folder.

    Files of the spec that are mounted in it are in the folder, too.
    """
    directory, code = container.get("workingDir"), volumes.code
    if directory is None:
        return str(code)
    folder = working_folder(directory, mounts, code, volumes.root / here.node / f"_{container['name']}")
    if folder is not None:
        return here.changed("workingDir", directory, str(folder))
    if Path(replace_paths(directory, mounts)).is_dir():
        return here.text("workingDir", directory)
    return here.changed("workingDir", directory, str(code))


INHERITED = (
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LD_LIBRARY_PATH",
    "LOGNAME",
    "PATH",
    "PYTHONPATH",
    "SHELL",
    "TMPDIR",
    "TZ",
    "USER",
    "VIRTUAL_ENV",
)
"""Variables of the caller in place of the image's: paths of programs and folders, the user and the locale."""

OF_SHELL = "as in this shell"


def assign_fields(pod: RunPod, address: str, run_uid: str) -> RunPod:
    """Return a pod with the fields that are assigned at run time; `run_uid` replaces the UID of the JobSet."""
    here = {
        "metadata.name": pod.name,
        "spec.nodeName": pod.name,
        "status.hostIP": address,
        "status.hostIPs": address,
        "status.podIP": address,
        "status.podIPs": address,
    }
    labels = {**pod.fields.labels, JOBSET_UID: run_uid}
    return replace(pod, fields=replace(pod.fields, labels=labels, assigned=here))


def start_container(
    pod: RunPod, container: Data, environ: Mapping[str, str]
) -> tuple[ContainerStart, list[tuple[str, str, str | None]]]:
    """Return the start of a container, and its differences from the cluster: name, origin, replacement or None.

    A variable with a value from the cluster gets the value of the caller's variable of the same name, else is left out.
    """
    start = pod.start(container)
    origins = {
        name: value["valueFrom"]
        for name, value in start.env.items()
        if not isinstance(value, str) and "valueFrom" in value
    }
    env = list(_variables(container, origins, environ))
    sources = [source for source in container.get("envFrom", ()) if source not in start.env_from]
    replaced = [(name, format_flow(origin), OF_SHELL if name in environ else None) for name, origin in origins.items()]
    left_out = [("envFrom", format_flow(source), None) for source in start.env_from]
    return pod.start({**container, "env": env, "envFrom": sources}), [*replaced, *left_out]


def _variables(container: Data, origins: Mapping[str, Data], environ: Mapping[str, str]) -> Iterator[Data]:
    for variable in container.get("env", ()):
        name = variable["name"]
        if name not in origins:
            yield variable
        elif name in environ:
            yield {"name": name, "value": environ[name].replace("$", "$$")}


PREFLIGHT = "preflight"
"""Name of the init container that compares the nodes."""

_INITIALIZERS = ("dataset-initializer", "model-initializer")
"""Roles that download data before the nodes start; they have their own images."""


def is_initializer(pod: RunPod) -> bool:
    """Return True if a pod only downloads data."""
    return pod.role.step in _INITIALIZERS


def skipped_init_containers(values: Mapping[str, Any], *, has_preflight: bool) -> frozenset[str]:
    """Return the names of init containers that don't run here: the user's, which need their images, and the preflight
    check unless `has_preflight`."""
    section = values.get("pod") or {}
    users = {one["name"] for key in ("initContainers", "sidecars") for one in section.get(key) or ()}
    return frozenset(users | (set() if has_preflight else {PREFLIGHT}))


def init_container_names(pods: Iterable[RunPod]) -> frozenset[str]:
    """Return the names of the init containers of all pods."""
    return frozenset(one["name"] for pod in pods for one in pod.role.pod.get("initContainers", ()))
