"""Resources of a node: how Trainer counts GPUs and CPUs, and how it merges resources.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/runtime.go
"""

from math import ceil
from typing import Any

from render.kube.quantity import amount
from render.manifests.paths import Data
from render.trainer.go_types import go_quantity

KINDS = ("limits", "requests")


def count_gpus(resources: Data) -> int:
    """Return the GPUs of the requests, else of the limits: the first resource with `gpu` in its name.

    Slices of a GPU (MIG) and other accelerators don't have such a name and don't count.
    """
    for kind in ("requests", "limits"):
        amounts = _amounts(resources, kind)
        if found := next((count for name, count in sorted(amounts.items()) if "gpu" in name.lower()), 0):
            return found
    return 0


def count_cpus(resources: Data) -> int:
    """Return the requested CPUs, else their limit, rounded up."""
    requested = _amounts(resources, "requests").get("cpu", 0)
    return requested or _amounts(resources, "limits").get("cpu", 0)


def go_resources(resources: Data) -> dict[str, Any]:
    """Return a TrainJob's limits and requests with quantities in Go's notation."""
    return {
        kind: {name: go_quantity(value) for name, value in resources[kind].items()}
        for kind in KINDS
        if resources.get(kind) is not None
    }


def merge_resources(base: Data, wanted: Data) -> dict[str, Any]:
    """Merge the resources of a TrainJob into those of a container, name by name. Claims of both are lost."""
    found = {kind: {**base.get(kind, {}), **go_resources(wanted).get(kind, {})} for kind in KINDS}
    return {kind: amounts for kind, amounts in found.items() if amounts}


def _amounts(resources: Data, kind: str) -> dict[str, int]:
    return {name: ceil(amount(value) or 0) for name, value in (resources.get(kind) or {}).items()}
