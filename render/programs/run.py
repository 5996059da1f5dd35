"""A spec, as its rules read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any

from render.kube import gpus
from render.kube.quantity import amount
from render.programs.program import Program
from render.programs.shell import Word
from render.programs.tokens import argument, commands
from render.shape.mistake import Path


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
            is_elastic=self.is_elastic,
            is_environment_known=not self.at("envFrom"),
        )

    def _argv(self) -> list[tuple[Path, str]]:
        return [((key, i), word) for key in ("command", "args") for i, word in enumerate(self.at(key) or [])]

    def _literals(self) -> list[tuple[str, Word]]:
        env = self.at("env") or {}
        return [(name, argument(("env", name), value)) for name, value in env.items() if isinstance(value, str)]

    def _given(self) -> dict[str, str | None]:
        """Return what the chart's launchers write (charts/training-job/templates/launchers)."""
        address, port = f"{self.name}-node-0-0.{self.name}", str(int(self.at("network", "port") or 29500))
        referenced = {name: None for name, value in (self.at("env") or {}).items() if isinstance(value, dict)}
        if self.at("launcher") == "plain":
            own = {"MASTER_ADDR": address, "MASTER_PORT": port, "NNODES": str(self.nodes), "NODE_RANK": None}
            return {**referenced, **own, "NPROC_PER_NODE": str(self.processes)}
        processes = {"PET_NPROC_PER_NODE": str(self.processes), "PET_RDZV_CONF": None}
        if self.is_elastic:
            span = f"{int(self.at('elastic', 'minNodes') or 1)}:{self.nodes}"
            own = {"PET_NNODES": span, "PET_RDZV_BACKEND": "c10d", "PET_RDZV_ENDPOINT": None, "PET_RDZV_ID": self.name}
            restarts = int(self.at("elastic", "maxRestarts") or 0)
            return {**referenced, **own, **processes, "PET_MAX_RESTARTS": str(restarts)}
        own = {"PET_NNODES": str(self.nodes), "PET_MASTER_ADDR": address, "PET_MASTER_PORT": port}
        return {**referenced, **own, **processes, "PET_NODE_RANK": None}
