"""The description of each process, and the check that all processes together match the plan."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Sequence

import smoke_words as words
from smoke_plan import Plan


@dataclass(frozen=True)
class Hello:
    """One process: its host, its Kubernetes node, its device, and the largest buffer that fits its memory, in bytes."""

    host: str
    machine: str
    node: int | None
    procs: int | None
    backend: str
    gpu: str | None
    device: str | None
    room: int
    torch: str
    nccl: str | None
    options: dict[str, Any]


HELLO = {
    "host": str,
    "machine": str,
    "node": (int, None),
    "procs": (int, None),
    "backend": str,
    "gpu": (str, None),
    "device": (str, None),
    "room": int,
    "torch": str,
    "nccl": (str, None),
    "options": dict,
}


@dataclass(frozen=True)
class World:
    """All connected processes, by rank."""

    hellos: Sequence[Hello]

    @property
    def members(self) -> list[list[int]]:
        """The ranks of each node: from the launcher's variables, else by the host's name."""
        found: list[list[int]] = []
        before: object = None
        for rank, hello in enumerate(self.hellos):
            here = _node(rank, hello)
            if not found or here != before:
                found.append([])
            found[-1].append(rank)
            before = here
        return found

    @property
    def hosts(self) -> list[str]:
        """The name of each node's host."""
        return [self.hellos[ranks[0]].host for ranks in self.members]

    @property
    def machines(self) -> list[str]:
        """The name of the Kubernetes node of each node; empty outside a pod."""
        return [self.hellos[ranks[0]].machine for ranks in self.members]

    @property
    def names(self) -> list[str]:
        """The name of each node for people: its host, and the Kubernetes node if any."""
        return [f"{host} on {machine}" if machine else host for host, machine in zip(self.hosts, self.machines)]

    @property
    def gpu(self) -> str | None:
        """The model of the GPUs; all models if they differ."""
        return ", ".join(sorted({hello.gpu for hello in self.hellos if hello.gpu})) or None

    @property
    def room(self) -> int:
        """The largest buffer that fits the memory of all, in bytes."""
        return min(hello.room for hello in self.hellos)

    def mismatch(self, plan: Plan) -> str | None:
        """Return the first difference between these processes and the plan, else None."""
        return self._other_options() or self._other_software() or self._other_numbers(plan) or self._shared_gpu()

    def _other_options(self) -> str | None:
        for rank, hello in enumerate(self.hellos):
            for name, value in self.hellos[0].options.items():
                if hello.options.get(name) != value:
                    return f"rank {rank} was started with {name} {hello.options.get(name)}, rank 0 with {value}"
        return None

    def _other_software(self) -> str | None:
        for rank, hello in enumerate(self.hellos):
            for name in ("backend", "torch", "nccl"):
                own, first = asdict(hello)[name], asdict(self.hellos[0])[name]
                if own != first:
                    return f"{name} is {own} on rank {rank} ({hello.host}), and {first} on rank 0"
        return None

    def _other_numbers(self, plan: Plan) -> str | None:
        nodes, sizes = len(self.members), [len(ranks) for ranks in self.members]
        for node, size in enumerate(sizes):
            if size != sizes[0]:
                return f"{words.node(node, self.names)} has {size} processes, node 0 has {sizes[0]}"
        if plan.nodes not in (None, nodes):
            return f"expected {plan.nodes} nodes, got {nodes}"
        if plan.procs not in (None, sizes[0]):
            return f"expected {plan.procs} processes per node, got {sizes[0]}"
        return None

    def _shared_gpu(self) -> str | None:
        seen: dict[str, int] = {}
        for rank, hello in enumerate(self.hellos):
            if hello.device and seen.setdefault(hello.device, rank) != rank:
                return f"ranks {seen[hello.device]} and {rank} share a GPU"
        return None


def _node(rank: int, hello: Hello) -> object:
    if hello.node is not None:
        return hello.node
    return rank // hello.procs if hello.procs else hello.host
