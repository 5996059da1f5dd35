"""A spec, as its rules read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any

from render.kube import gpus
from render.kube.quantity import amount
from render.kube.rdma import devices
from render.programs.given import given
from render.programs.program import Program
from render.programs.shell import Word
from render.programs.tokens import argument, commands
from render.shape.mistake import Path

_CENTRAL = ("deepspeed", "horovod", "mpi", "ray")
"""Launchers whose program runs once, and starts the processes of all nodes."""


@dataclass(frozen=True)
class Run:
    """What one spec asks for. Numbers are those that the chart writes."""

    values: Mapping[str, Any]
    """Merged, over the chart's defaults, and of the types that the schema asks for."""
    name: str
    """Of the release."""

    def at(self, *path: str) -> Any:
        """Return the value at a path; None where there is none."""
        value: Any = self.values
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        return value

    @property
    def is_elastic(self) -> bool:
        """Say whether the number of nodes may change."""
        return bool(self.at("elastic", "maxNodes"))

    @cached_property
    def nodes(self) -> int:
        """Pods at most."""
        return int(self.at("elastic", "maxNodes") or self.at("numNodes") or 1)

    @cached_property
    def gpus(self) -> int:
        """GPUs of one node."""
        return gpus.gpus(self.at("resourcesPerNode") or {})

    @cached_property
    def processes(self) -> int:
        """Processes of one node."""
        asked = self.at("numProcPerNode")
        if isinstance(asked, int | float):
            return int(asked)
        cpus = ceil(self.requested("cpu") or 1) or 1
        if asked == "cpu":
            return cpus
        return self.gpus if asked == "gpu" else self.gpus or cpus

    def requested(self, resource: str) -> Any:
        """Return how much of a resource the scheduler counts for a node: its limit where it requests none."""
        found = (self.at("resourcesPerNode", side, resource) for side in ("requests", "limits"))
        return next((value for value in map(amount, found) if value is not None), None)

    @cached_property
    def program(self) -> Program:
        """What each node starts."""
        return Program(
            commands=tuple(commands(self._argv())),
            literals=tuple(self._literals()),
            given=self._given(),
            nodes=self.nodes,
            processes=self.processes,
            gpus=self.gpus or (None if self.at("pod", "resourceClaims") else 0),
            devices=devices(self.at("resourcesPerNode") or {}) or self._no_devices,
            host_network=("network", "hostNetwork") if self.at("network", "hostNetwork") else None,
            is_central=self.at("launcher") in _CENTRAL,
            is_elastic=self.is_elastic,
            is_environment_known=not self.at("envFrom"),
        )

    @property
    def _no_devices(self) -> frozenset[str] | None:
        """Return that there are no RDMA devices, unless a claim may bring some."""
        return None if self.at("pod", "resourceClaims") else frozenset()

    def _argv(self) -> list[tuple[Path, str]]:
        return [((key, i), word) for key in ("command", "args") for i, word in enumerate(self.at(key) or [])]

    def _literals(self) -> list[tuple[str, Word]]:
        env = self.at("env") or {}
        return [(name, argument(("env", name), value)) for name, value in env.items() if isinstance(value, str)]

    def _given(self) -> dict[str, str | None]:
        referenced = {name: None for name, value in (self.at("env") or {}).items() if isinstance(value, dict)}
        interface = self.at("network", "interface")
        chosen = {} if interface is None else {"GLOO_SOCKET_IFNAME": interface, "NCCL_SOCKET_IFNAME": f"={interface}"}
        return {**referenced, **chosen, **given(self)}
