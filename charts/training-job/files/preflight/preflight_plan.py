"""The run and this node, from the manifest: the arguments of the check."""

from __future__ import annotations

import argparse
import socket
from dataclasses import dataclass
from typing import Sequence


@dataclass(frozen=True)
class Plan:
    """The options of a node. `run` is part of the key, `attempt` rejects pods of an earlier attempt."""

    run: str
    attempt: int
    nodes: int
    index: int
    address: str
    port: int
    timeout: float
    processes: int
    gpus: int
    checkpoints: str
    termination_log: str

    @property
    def me(self) -> str:
        """The display name of this node."""
        return f"node {self.index} ({socket.gethostname()})"


def read(arguments: Sequence[str]) -> Plan:
    """Read the command line; a wrong one ends the process with exit code 2."""
    parser = argparse.ArgumentParser(prog="preflight", description="Compare the nodes of a run before it starts.")
    parser.add_argument("--run", required=True, metavar="NAMESPACE/NAME")
    parser.add_argument("--attempt", type=int, default=0, help="how often the run was restarted")
    parser.add_argument("--nodes", type=int, required=True)
    parser.add_argument("--index", type=int, required=True, help="index of this node in its role, from 0")
    parser.add_argument("--nodes-before", type=int, default=0, help="number of nodes in earlier roles")
    parser.add_argument("--address", required=True, help="DNS name of node 0")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--timeout", type=float, required=True, help="seconds to wait for the other nodes")
    parser.add_argument("--processes", type=int, required=True, help="number of processes per node")
    parser.add_argument("--gpus", type=int, default=0, help="NVIDIA GPUs that a node is given")
    parser.add_argument("--checkpoints", default="", help="folder that all nodes share")
    parser.add_argument("--termination-log", default="/dev/termination-log")
    known = vars(parser.parse_args(arguments))
    known["index"] += known.pop("nodes_before")
    return Plan(**known)
