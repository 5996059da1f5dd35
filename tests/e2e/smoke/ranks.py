"""The smoke test's nodes on this machine: one process of smoke_node.py each, or of a program that a test brings."""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.e2e.preflight import UID, free_port
from tests.e2e.processes import Running
from tests.e2e.smoke.network import INTERFACE

SCRIPTS = Path(__file__).parents[3] / "charts" / "training-job" / "files" / "nccl"
MARK = "RENDER-SMOKE-RESULT "
# Small enough for a busy machine, and enough to say something.
QUICK = ("--max-bytes=64Ki", "--step-factor=16", "--iterations=3", "--warmup=1", "--timeout=60")


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
        return self.log.read_text(encoding="utf-8").removeprefix("smoke: ").strip()

    @property
    def result(self) -> dict[str, Any]:
        """What the marked line says."""
        (line,) = [line for line in self.output.splitlines() if line.startswith(MARK)]
        return json.loads(line.removeprefix(MARK))  # type: ignore[no-any-return]


@dataclass
class Cluster:
    """Starts nodes of `procs` processes each; `enter` are the words before a node's command, such as of a namespace."""

    folder: Path
    stack: ExitStack
    nodes: int
    procs: int = 1
    address: str = "127.0.0.1"
    port: int = field(default_factory=free_port)
    enter: Mapping[int, Sequence[str]] = field(default_factory=dict)
    seconds: float = 150

    def start(
        self, index: int, *arguments: str, program: str = "smoke_node.py", variables: Mapping[str, str] | None = None
    ) -> Node:
        """Start one node with options of smoke.py; later ones count."""
        log = self.folder / f"termination-{index}"
        log.touch()
        env = {"PATH": os.environ["PATH"], "OMP_NUM_THREADS": "1", "NODE_RANK": str(index), "RENDER_RUN_UID": UID}
        env |= {"MASTER_ADDR": self.address, "MASTER_PORT": str(self.port), "TERMINATION_MESSAGE_PATH": str(log)}
        env |= {"PYTHONPATH": str(SCRIPTS), "TMPDIR": str(self.folder)}
        env |= {"GLOO_SOCKET_IFNAME": INTERFACE if self.enter else "lo"}
        command = [*self.enter.get(index, ()), sys.executable, "-B", "-u", str(SCRIPTS / program)]
        command += [f"--nodes={self.nodes}", f"--procs={self.procs}", *QUICK, *arguments]
        running = Running(command, folder=self.folder, env=env | dict(variables or {}), seconds=self.seconds)
        self.stack.callback(running.kill)
        return Node(running, log)

    def run(self, *arguments: str) -> list[Node]:
        """Start all nodes and wait for them."""
        started = [self.start(index, *arguments) for index in range(self.nodes)]
        assert None not in [node.code for node in started]
        return started


@contextmanager
def cluster(folder: Path, nodes: int, procs: int = 1, **known: Any) -> Iterator[Cluster]:
    """Give a cluster whose processes end with it."""
    with ExitStack() as stack:
        yield Cluster(folder, stack, nodes, procs, **known)
