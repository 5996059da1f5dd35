"""How large a run is, as its spec says."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any

from render.kube import gpus
from render.kube.quantity import amount


@dataclass(frozen=True)
class Size:
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
