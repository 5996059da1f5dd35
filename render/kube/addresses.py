"""IP addresses as the API server reads them.

Source: https://kubernetes.io/docs/reference/networking/virtual-ips/
"""

import re
from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address, ip_interface, ip_network

MALFORMED = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"

_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


def is_address(text: str) -> bool:
    """Say whether a text is an address. Zeros before an IPv4 number are let pass, as before Kubernetes 1.36."""
    if "%" in text:
        return False
    try:
        ip_address(_without_zeros(text))
    except ValueError:
        return False
    return True


def is_ipv6(address: str) -> bool:
    """Say of which family an address is. Raises ValueError where it is none."""
    return isinstance(ip_address(_without_zeros(address)), IPv6Address)


def block(text: str) -> Iterator[str]:
    """Yield why a text is no block of addresses in CIDR notation, in the API server's words."""
    address, slash, length = text.partition("/")
    try:
        ip_interface(f"{_without_zeros(address)}/{length}")
    except ValueError:
        slash = ""
    if not slash or not length.isdecimal():
        yield "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"


def is_strictly_within(part: str, whole: str) -> bool:
    """Say whether a block lies within another one, and is smaller. Raises ValueError where one is none."""
    inner, outer = (ip_network(_without_zeros(text), strict=False) for text in (part, whole))
    return (
        inner.version == outer.version
        and inner.prefixlen > outer.prefixlen
        and inner.supernet(new_prefix=outer.prefixlen) == outer
    )


def _without_zeros(text: str) -> str:
    return text if ":" in text else _LEADING_ZEROS.sub("", text)
