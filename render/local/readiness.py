"""Whether this machine can start what the nodes are to run."""

import os
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from render.local.errors import LocalError
from render.local.node import Node, Program

_PROCESSES = ("PET_NPROC_PER_NODE", "NPROC_PER_NODE")


def require(nodes: Sequence[Node]) -> None:
    """Raise LocalError where a program is not here, or has fewer GPUs than it starts processes."""
    for node in nodes:
        for program in node.programs:
            _require_program(program, node)
        env = node.programs[-1].env
        started = next((int(env[name]) for name in _PROCESSES if env.get(name, "").isdecimal()), 0)
        if 0 < len(node.devices) < started:
            share = len(node.devices)
            reason = f"{node.label} starts {started} processes, and its share of this machine's GPUs is {share}"
            raise LocalError(reason, "set `numProcPerNode` or `numNodes` in the spec's `local` block")


def require_own_ports(nodes: Sequence[Node], rendezvous: int) -> None:
    """Raise LocalError where nodes that share one network want to listen on the same port, as all sshds do."""
    ports = Counter(port for node in nodes for port in _ports(node) - {rendezvous})
    for port, count in ports.items():
        if count > 1:
            raise LocalError(f"{count} nodes listen on port {port}, and share this machine's network", "use `--netns`")


def _ports(node: Node) -> set[int]:
    return {int(port["containerPort"]) for port in node.pod.container.get("ports", ())}


def _require_program(program: Program, node: Node) -> None:
    if not program.words:
        reason = f"the container `{program.container}` has no `command`: what its image starts is not known here"
        raise LocalError(reason, "write `command` in the spec")
    if not _is_here(program):
        reason = f"`{program.words[0]}` is not on this machine; on the cluster the image of {node.label} brings it"
        raise LocalError(reason, "install it, and see that it is in the `PATH` of this shell")


def _is_here(program: Program) -> bool:
    word = program.words[0]
    if "/" not in word:
        return shutil.which(word, path=program.env.get("PATH")) is not None
    inside = next((mount for mount in program.mounts if f"{word}/".startswith(f"{mount.path}/")), None)
    return inside is not None or os.access(Path(program.folder, word), os.X_OK)
