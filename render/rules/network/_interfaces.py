"""Names of network interfaces of a machine, which a pod with a network of its own doesn't have."""

import re

_OF_HOST = re.compile(
    r"en[ospx][\w.]*|em\d+|bond\d*|ib[ps]?\d[\w.]*|br-?[\w.]+|vlan[\w.]*|wl\w+|docker0|cni0|flannel[\w.]*|cali\w+|virbr\d+"
)
"""Names that udev, the kernel's bonding and CNI plug-ins give to interfaces of a machine."""
_PREFIX = re.compile(r"en|ens|eno|enp|bond|ib")
"""Without a number it is NCCL's prefix, in a list perhaps with `eth`."""


def is_of_host(name: str) -> bool:
    """Return True if a machine has an interface of this name, and a pod does not have it."""
    return _OF_HOST.fullmatch(name) is not None or _PREFIX.fullmatch(name) is not None
