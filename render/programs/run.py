"""A spec, as its rules read it."""

from functools import cached_property

from render.kube.rdma import devices
from render.programs.given import given
from render.programs.program import Program
from render.programs.shell import Word
from render.programs.size import Size
from render.programs.tokens import argument, commands
from render.shape.mistake import Path

_CENTRAL = ("deepspeed", "horovod", "mpi", "ray")
"""Launchers whose program runs once, and starts the processes of all nodes."""


class Run(Size):
    """One spec, and what it starts."""

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
            devices=self._devices,
            host_network=("network", "hostNetwork") if self.at("network", "hostNetwork") else None,
            is_central=self.at("launcher") in _CENTRAL,
            is_elastic=self.is_elastic,
            is_environment_known=not self.at("envFrom"),
        )

    @property
    def _devices(self) -> frozenset[str] | None:
        """Return the RDMA devices of a node; None where a claim may bring some. Those of a fabric the chart judges."""
        found = devices(self.at("resourcesPerNode") or {})
        may_come = not found and self.at("pod", "resourceClaims")
        return None if may_come or self._has_fabric else found

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in its program, and its launcher's."""
        return self.program.names | {self.at("launcher")}

    def _argv(self) -> list[tuple[Path, str]]:
        return [((key, i), word) for key in ("command", "args") for i, word in enumerate(self.at(key) or [])]

    def _literals(self) -> list[tuple[str, Word]]:
        env = self.at("env") or {}
        return [(name, argument(("env", name), value)) for name, value in env.items() if isinstance(value, str)]

    def _given(self) -> dict[str, str | None]:
        referenced = {name: None for name, value in (self.at("env") or {}).items() if isinstance(value, dict)}
        interface = self.at("network", "interface") or self._interface_of_fabric
        chosen = {} if interface is None else {"GLOO_SOCKET_IFNAME": interface, "NCCL_SOCKET_IFNAME": f"={interface}"}
        return {**referenced, **chosen, **given(self)}

    @property
    def _has_fabric(self) -> bool:
        return self.at("network", "fabric") not in (None, "none")

    @property
    def _interface_of_fabric(self) -> str | None:
        """Return the interface over which the nodes of a fabric meet, where the spec names none."""
        return "eth0" if self._has_fabric and not self.at("network", "hostNetwork") else None
