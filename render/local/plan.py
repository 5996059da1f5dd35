"""The plan of a run on this machine: its nodes and their differences from the cluster."""

import os
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from render.local import devices
from render.local.adaptation import Adaptation, adaptation_lines
from render.local.addresses import block_address, loopback_address, name_addresses
from render.local.namespaces import node_namespaces
from render.local.node import LocalError, LocalNode, NodeProgram
from render.local.node_builder import (
    PREFLIGHT,
    Machine,
    build_nodes,
    init_container_names,
    is_initializer,
    skipped_init_containers,
)
from render.local.node_process import Enter, enter_directly
from render.local.rendered_run import MAX_NODES, RenderedRun
from render.local.volumes import LocalVolumes

_NETWORK = "10.131"
"""First half of the nodes' addresses in namespaces, which are connected to no other network."""
_INTERFACE = "eth0"
"""Default network interface of a node in a namespace."""
_MANY_PORTS = "ray"
"""Launcher whose nodes all listen on the same ports, which their pods don't declare."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run that is ready to start."""

    rendered: RenderedRun
    nodes: tuple[LocalNode, ...]
    machine: Machine
    is_isolated: bool

    @property
    def labels(self) -> list[str]:
        """The names of the nodes."""
        return [node.label for node in self.nodes]

    def place(self) -> AbstractContextManager[Enter]:
        """Return a context that makes and removes the nodes' namespaces, if isolated. Entering raises LocalError."""
        if not self.is_isolated:
            return nullcontext(enter_directly)
        interface = (self.rendered.values.get("network") or {}).get("interface") or _INTERFACE
        return node_namespaces(self.nodes, self.machine.addresses, interface)

    def notices(self) -> Iterator[str]:
        """Yield the differences from the cluster and the containers that don't run, for the user."""
        yield from adaptation_lines(self.machine.changes, self.labels)
        initializers = sorted({pod.role.name for pod in self.rendered.pods if is_initializer(pod)})
        skipped = sorted(self.machine.left_out & init_container_names(node.pod for node in self.nodes) - {PREFLIGHT})
        yield from (f"not run: {name}" for name in (*initializers, *skipped))


def plan_run(
    rendered: RenderedRun, volumes: LocalVolumes, environ: Mapping[str, str], *, is_isolated: bool, has_preflight: bool
) -> RunPlan:
    """Return the plan of a run. Makes folders. Raises LocalError if the run can't start, OSError."""
    pods = [pod for pod in rendered.pods if not is_initializer(pod)]
    if has_preflight and PREFLIGHT not in init_container_names(pods):
        raise LocalError("`--preflight`: this run has none", "`preflight` in the spec says when there is one")
    if len(pods) > MAX_NODES:
        message = f"the run exceeds the limit of {MAX_NODES} nodes of one machine"
        raise LocalError(message, "give `--nodes`, or `local.numNodes`")
    machine = Machine(
        volumes=volumes,
        environ=environ,
        addresses=[block_address(_NETWORK, i) if is_isolated else loopback_address(i) for i in range(len(pods))],
        names={} if is_isolated else name_addresses(pods),
        devices=devices.find_gpus(),
        left_out=skipped_init_containers(rendered.values, has_preflight=has_preflight),
        run_uid=str(uuid4()),
    )
    found = tuple(build_nodes(pods, machine))
    port = int((rendered.values.get("network") or {}).get("port") or 0)
    machine.changes.extend(rendered.changes)
    if rendered.port is not None:
        machine.changes.extend(Adaptation(node.label, "network.port", str(port), str(rendered.port)) for node in found)
    check_programs(found)
    if not is_isolated:
        _require_one_network(rendered, found, port)
    return RunPlan(rendered, found, machine, is_isolated)


def _require_one_network(rendered: RenderedRun, found: Sequence[LocalNode], port: int) -> None:
    if rendered.values.get("launcher") == _MANY_PORTS and len(found) > 1:
        raise LocalError(
            "the nodes of a Ray cluster listen on the same ports, and share this machine's", "use `--netns`"
        )
    check_ports(found, rendered.port or port)


_PROCESSES = ("PET_NPROC_PER_NODE", "NPROC_PER_NODE")


def check_programs(nodes: Sequence[LocalNode]) -> None:
    """Raise LocalError if a program is missing, or if a node with GPUs starts more processes than GPUs."""
    for node in nodes:
        for program in node.programs:
            _require_program(program, node)
        env = node.programs[-1].env
        started = next((int(env[name]) for name in _PROCESSES if env.get(name, "").isdecimal()), 0)
        if 0 < len(node.devices) < started:
            share = len(node.devices)
            reason = f"{node.label} starts {started} processes, and its share of this machine's GPUs is {share}"
            raise LocalError(reason, "set `numProcPerNode` or `numNodes` in the spec's `local` block")


def check_ports(nodes: Sequence[LocalNode], rendezvous: int) -> None:
    """Raise LocalError if several nodes on one network declare the same port, such as sshd, except `rendezvous`."""
    ports = Counter(port for node in nodes for port in _ports(node) - {rendezvous})
    for port, count in ports.items():
        if count > 1:
            raise LocalError(f"{count} nodes listen on port {port}, and share this machine's network", "use `--netns`")


def _ports(node: LocalNode) -> set[int]:
    return {int(port["containerPort"]) for port in node.pod.container.get("ports", ())}


def _require_program(program: NodeProgram, node: LocalNode) -> None:
    if not program.words:
        reason = f"the container `{program.container}` has no `command`: what its image starts is not known here"
        raise LocalError(reason, "write `command` in the spec")
    if not _is_here(program):
        reason = f"`{program.words[0]}` is not on this machine; on the cluster the image of {node.label} brings it"
        raise LocalError(reason, "install it, and see that it is in the `PATH` of this shell")


def _is_here(program: NodeProgram) -> bool:
    word = program.words[0]
    if "/" not in word:
        return shutil.which(word, path=program.env.get("PATH")) is not None
    inside = next((mount for mount in program.mounts if f"{word}/".startswith(f"{mount.path}/")), None)
    return inside is not None or os.access(Path(program.folder, word), os.X_OK)
