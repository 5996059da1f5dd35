"""The run, this node and the options, from the manifest: the arguments of the watcher."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import Sequence

from peer_plan import NodePlan, node_parser, read_arguments

REPORT, FAIL = "report", "fail"


@dataclass(frozen=True)
class Plan(NodePlan):
    """The options of a node's watcher."""

    stall: float
    action: str
    evidence: str
    termination_log: str
    command: list[str]

    @property
    def interval(self) -> float:
        """Seconds between two looks at the processes."""
        return min(5.0, max(1.0, self.stall / 10))

    @property
    def host(self) -> str:
        """Name of this node's pod."""
        return socket.gethostname()


def read(arguments: Sequence[str]) -> Plan:
    """Read the command line; a wrong one ends the process with exit code 2."""
    parser = node_parser("hang", "Run a command and report when its processes hang.", has_peers=False)
    parser.add_argument("--stall", type=float, required=True, help="seconds in one collective that are a hang")
    parser.add_argument("--action", choices=[REPORT, FAIL], default=REPORT)
    parser.add_argument("--evidence", default="", help="folder for the evidence of a report")
    parser.add_argument("--termination-log", default="/dev/termination-log")
    parser.add_argument("command", nargs="+")
    return Plan(**read_arguments(parser, arguments))
