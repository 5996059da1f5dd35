"""GPUs, as device plug-ins name them. A slice of one (MIG) counts as one."""

import re
from collections.abc import Mapping
from math import ceil
from typing import Any

from render.kube.quantity import amount

_NAME = re.compile(r"nvidia\.com/(gpu|gpu\.shared|mig-.+)|amd\.com/gpu|gpu\.intel\.com/(i915|xe)|habana\.ai/gaudi")


def is_gpu(resource: str) -> bool:
    """Say whether a resource is one. The chart counts the same ones."""
    return _NAME.fullmatch(resource) is not None


def gpus(resources: Mapping[str, Any]) -> int:
    """Return the GPUs of a container with these `requests` and `limits`."""
    wanted = {**(resources.get("limits") or {}), **(resources.get("requests") or {})}
    return sum(ceil(amount(quantity) or 0) for name, quantity in wanted.items() if is_gpu(name))
