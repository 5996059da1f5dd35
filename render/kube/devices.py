"""Resource names of GPUs (a slice, MIG, counts as one) and RDMA devices, of device plug-ins and of DeviceClasses."""

import re
from collections.abc import Mapping
from math import ceil
from typing import Any

from render.kube.quantity import amount

_GPU = re.compile(
    r"nvidia\.com/(gpu|gpu\.shared|mig-.+)|amd\.com/gpu|gpu\.intel\.com/(i915|xe)|habana\.ai/gaudi"
    r"|deviceclass\.resource\.kubernetes\.io/((gpu|mig)\.nvidia|gpu\.amd|gpu\.intel)\.com"
)
EFA = "vpc.amazonaws.com/efa"
OF_CLASS = "deviceclass.resource.kubernetes.io/"
"""Prefix of the resources that Kubernetes serves by a claim for the DeviceClass whose name follows."""
_RDMA = re.compile(rf"rdma/.+|{re.escape(EFA)}|.+/(hca|ib|roce|rdma)[^/]*")


def is_gpu(resource: str) -> bool:
    """Return True for a GPU resource. The chart counts the same ones (`templates/_size.tpl`)."""
    return _GPU.fullmatch(resource) is not None


def gpu_count(resources: Mapping[str, Any]) -> int:
    """Return the number of GPUs of a container with these `requests` and `limits`."""
    wanted = {**(resources.get("limits") or {}), **(resources.get("requests") or {})}
    return sum(ceil(amount(quantity) or 0) for name, quantity in wanted.items() if is_gpu(name))


def rdma_devices(resources: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of the RDMA devices of a container with these `requests` and `limits`."""
    names = {**(resources.get("requests") or {}), **(resources.get("limits") or {})}
    return frozenset(name for name in names if _RDMA.fullmatch(name))
