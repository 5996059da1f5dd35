"""The nodes of a run on this machine: one process of the preflight check each."""

import os
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tests.e2e.processes import Running

UID = "6f1c3a52-8d0e-4b57-9a43-2e1f0c7b6d98"
FOLDER = Path(__file__).parents[2] / "charts" / "training-job" / "files"
SCRIPT = FOLDER / "preflight" / "preflight.py"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


@dataclass
class Node:
    """A started node; its termination message is read as the kubelet does."""

    running: Running
    log: Path

    @cached_property
    def code(self) -> int:
        """The exit code, once the node has ended."""
        return self.running.finish()

    @property
    def output(self) -> str:
        return self.running.output

    @property
    def message(self) -> str:
        return self.log.read_text(encoding="utf-8")


@dataclass
class Cluster:
    """Starts nodes, each with two processes to start unless its variables say otherwise; `enter` are the words before
    their command."""

    folder: Path
    stack: ExitStack
    nodes: int = 2
    port: int = field(default_factory=free_port)
    python: str = sys.executable
    enter: Sequence[str] = ()

    def start(self, index: int, variables: Mapping[str, str] | None = None, **options: object) -> Node:
        """Start one node; `options` are arguments of the script that differ from those of a plain run."""
        log = self.folder / f"termination-{index}-{os.urandom(4).hex()}"
        log.touch()
        arguments = {
            "run": "team/run",
            "attempt": 0,
            "nodes": self.nodes,
            "index": index,
            "address": "127.0.0.1",
            "port": self.port,
            "timeout": 25,
            "processes": 2,
            "termination_log": log,
        } | options
        command = [*self.enter, self.python, "-B", str(SCRIPT)]
        command += [f"--{name.replace('_', '-')}={value}" for name, value in arguments.items()]
        env = {
            "PATH": os.environ["PATH"],
            "RENDER_RUN_UID": UID,
            "PET_NPROC_PER_NODE": "2",
            "PET_NNODES": str(self.nodes),
        }
        env |= {"PET_NODE_RANK": str(index)} | dict(variables or {})
        env["PYTHONPATH"] = os.pathsep.join([str(FOLDER / "peers"), *filter(None, [env.get("PYTHONPATH")])])
        running = Running(command, folder=self.folder, env=env, seconds=60)
        self.stack.callback(running.kill)
        return Node(running, log)

    def run(self, *variables: Mapping[str, str], **options: object) -> list[Node]:
        """Start one node for each environment and wait for all of them."""
        self.nodes = len(variables)
        started = [self.start(index, own, **options) for index, own in enumerate(variables)]
        assert None not in [node.code for node in started]
        return started


@contextmanager
def cluster(folder: Path, nodes: int = 2) -> Iterator[Cluster]:
    """Give a cluster whose processes end with it."""
    with ExitStack() as stack:
        yield Cluster(folder, stack, nodes)
