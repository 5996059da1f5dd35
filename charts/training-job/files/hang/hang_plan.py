"""The run, this node and the options, from the manifest: the arguments of the watcher."""

from __future__ import annotations

import argparse
import socket
from dataclasses import dataclass
from typing import Sequence

REPORT, FAIL = "report", "fail"


@dataclass(frozen=True)
class Plan:
    """The options of a node. `run` is part of the key, `attempt` rejects pods of an earlier attempt."""

    run: str
    attempt: int
    nodes: int
    index: int
    address: str
    port: int
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
    parser = argparse.ArgumentParser(prog="hang", description="Run a command and report when its processes hang.")
    parser.add_argument("--run", required=True, metavar="NAMESPACE/NAME")
    parser.add_argument("--attempt", type=int, default=0, help="how often the run was restarted")
    parser.add_argument("--nodes", type=int, required=True)
    parser.add_argument("--index", type=int, required=True, help="index of this node in its role, from 0")
    parser.add_argument("--nodes-before", type=int, default=0, help="number of nodes in earlier roles")
    parser.add_argument("--address", default="", help="DNS name of node 0")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--stall", type=float, required=True, help="seconds in one collective that are a hang")
    parser.add_argument("--action", choices=[REPORT, FAIL], default=REPORT)
    parser.add_argument("--evidence", default="", help="folder for the evidence of a report")
    parser.add_argument("--termination-log", default="/dev/termination-log")
    parser.add_argument("command", nargs="+")
    known = vars(parser.parse_args(arguments))
    known["index"] += known.pop("nodes_before")
    return Plan(**known)
