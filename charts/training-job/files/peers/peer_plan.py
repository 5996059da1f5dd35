"""The run and this node, from the manifest: the arguments of each script that connects the nodes."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any, Sequence


@dataclass(frozen=True)
class NodePlan:
    """A node of a run. `run` is part of the key, `attempt` rejects pods of an earlier attempt."""

    run: str
    attempt: int
    nodes: int
    index: int
    address: str
    port: int


def node_parser(program: str, description: str, *, has_peers: bool) -> argparse.ArgumentParser:
    """Return a parser of these arguments; address and port are optional unless the node always has peers."""
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument("--run", required=True, metavar="NAMESPACE/NAME")
    parser.add_argument("--attempt", type=int, default=0, help="how often the run was restarted")
    parser.add_argument("--nodes", type=int, required=True)
    parser.add_argument("--index", type=int, required=True, help="index of this node in its role, from 0")
    parser.add_argument("--nodes-before", type=int, default=0, help="number of nodes in earlier roles")
    parser.add_argument("--address", required=has_peers, default="", help="DNS name of node 0")
    parser.add_argument("--port", type=int, required=has_peers, default=0)
    return parser


def read_arguments(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> dict[str, Any]:
    """Return the arguments by name; wrong ones end the process with exit code 2."""
    known = vars(parser.parse_args(arguments))
    known["index"] += known.pop("nodes_before")
    return known
