"""What a node of a TrainJob asks for: from which resources Trainer counts, and how it hands them on.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/runtime.go
"""

from math import ceil
from typing import Any

from render.kube.quantity import amount
from render.manifests.places import Data
from render.trainer.go_types import quantity

KINDS = ("limits", "requests")


def gpus(resources: Data) -> int:
    """Return the GPUs among the requests, else among the limits: of the first resource with `gpu` in its name.

    A slice of a GPU (MIG) and other accelerators have no such name, and count as none.
    """
    for kind in ("requests", "limits"):
        amounts = _amounts(resources, kind)
        if found := next((count for name, count in sorted(amounts.items()) if "gpu" in name.lower()), 0):
            return found
    return 0


def cpus(resources: Data) -> int:
    """Return the CPUs that are requested, else the limit of them, rounded up."""
    requested = _amounts(resources, "requests").get("cpu", 0)
    return requested or _amounts(resources, "limits").get("cpu", 0)


def written(resources: Data) -> dict[str, Any]:
    """Return a TrainJob's limits and requests with quantities as Go writes them."""
    return {
        kind: {name: quantity(value) for name, value in resources[kind].items()}
        for kind in KINDS
        if resources.get(kind) is not None
    }


def merged(given: Data, asked: Data) -> dict[str, Any]:
    """Return the resources of a container with those of a TrainJob merged in, name by name. Claims of both are lost."""
    found = {kind: {**given.get(kind, {}), **written(asked).get(kind, {})} for kind in KINDS}
    return {kind: amounts for kind, amounts in found.items() if amounts}


def _amounts(resources: Data, kind: str) -> dict[str, int]:
    return {name: ceil(amount(value) or 0) for name, value in (resources.get(kind) or {}).items()}
