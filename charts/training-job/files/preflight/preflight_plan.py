"""The run and this node, from the manifest: the arguments of the check."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import Sequence

from peer_plan import NodePlan, node_parser, read_arguments


@dataclass(frozen=True)
class Plan(NodePlan):
    """The options of a node's check."""

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
    parser = node_parser("preflight", "Compare the nodes of a run before it starts.", has_peers=True)
    parser.add_argument("--timeout", type=float, required=True, help="seconds to wait for the other nodes")
    parser.add_argument("--processes", type=int, required=True, help="number of processes per node")
    parser.add_argument("--gpus", type=int, default=0, help="NVIDIA GPUs that a node is given")
    parser.add_argument("--checkpoints", default="", help="folder that all nodes share")
    parser.add_argument("--termination-log", default="/dev/termination-log")
    return Plan(**read_arguments(parser, arguments))
