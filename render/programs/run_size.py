"""Size of a run: nodes, processes, GPUs."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import ceil
from typing import Any, NamedTuple

from render.kube import devices as gpus
from render.kube.quantity import amount


class Claims(NamedTuple):
    """GPUs that the claims of a node give, and the claims whose GPUs are unknown."""

    gpus: int
    unknown: Sequence[tuple[str | int, ...]]


class RunSize:
    """Size of a spec's run, with the numbers that the chart renders.

    A copy of the chart's `_size.tpl`; tests/parity compares both."""

    def __init__(self, values: Mapping[str, Any], name: str, written: Mapping[str, Any] | None = None) -> None:
        """Use values merged over the chart's defaults, with types that the schema allows, and the release name.

        `written` are the values of the spec alone, without defaults and other files.
        """
        self.values = values
        self.name = name
        self._written = values if written is None else written

    def at(self, *path: str) -> Any:
        """Return the value at a path; None if it is missing."""
        value: Any = self.values
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def is_written(self, *path: str) -> bool:
        """Return True if the spec itself has a value at a path."""
        value: Any = self._written
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        return value is not None

    @property
    def is_elastic(self) -> bool:
        """Return True if the number of nodes may change."""
        return bool(self.at("elastic", "maxNodes"))

    @cached_property
    def nodes(self) -> int:
        """Maximum number of nodes."""
        return int(self.at("elastic", "maxNodes") or self.at("numNodes") or 1)

    @cached_property
    def gpus(self) -> int:
        """GPUs per node, of device plug-ins and by claims."""
        return gpus.gpu_count(self.at("resourcesPerNode") or {}) + self._claims.gpus

    @property
    def has_open_claims(self) -> bool:
        """Return True if a claim may give GPUs that the spec does not count."""
        return bool(self._claims.unknown)

    @cached_property
    def _claims(self) -> Claims:
        if not self.at("devices") and not self.at("pod", "resourceClaims"):
            return Claims(0, ())
        from render.kube.device_classes import claimed_gpus  # few specs need the file

        return Claims(*claimed_gpus(self.values))

    @cached_property
    def processes(self) -> int:
        """Processes per node."""
        wanted = self.at("numProcPerNode")
        if isinstance(wanted, int | float):
            return int(wanted)
        cpus = ceil(self.requested("cpu") or 1) or 1
        if wanted == "cpu":
            return cpus
        return self.gpus if wanted == "gpu" else self.gpus or cpus

    def requested(self, resource: str) -> Any:
        """Return the amount of a resource per node: its request, else its limit, else None."""
        found = (self.at("resourcesPerNode", side, resource) for side in ("requests", "limits"))
        return next((value for value in map(amount, found) if value is not None), None)
