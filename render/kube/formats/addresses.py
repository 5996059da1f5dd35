"""IP addresses as the API server reads them.

Source: https://kubernetes.io/docs/reference/networking/virtual-ips/
"""

import re
from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address, ip_interface, ip_network

MALFORMED = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"

_LEADING_ZEROS = r"(?<![0-9])0+(?=[0-9])"


def is_address(text: str) -> bool:
    """Return True if a text is an IP address. Leading zeros in IPv4 are accepted, as before Kubernetes 1.36."""
    if "%" in text:
        return False
    try:
        ip_address(_without_zeros(text))
    except ValueError:
        return False
    return True


def is_ipv6(address: str) -> bool:
    """Return True if an address is an IPv6 address. Raises ValueError if it is not an IP address."""
    return isinstance(ip_address(_without_zeros(address)), IPv6Address)


def cidr_errors(text: str) -> Iterator[str]:
    """Yield the error of an address block in CIDR notation, in the API server's words."""
    address, slash, length = text.partition("/")
    try:
        ip_interface(f"{_without_zeros(address)}/{length}")
    except ValueError:
        slash = ""
    if not slash or not length.isdecimal():
        yield "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"


def is_strictly_within(part: str, whole: str) -> bool:
    """Return True if a CIDR block is a proper part of another one. Raises ValueError if one is not a CIDR block."""
    inner, outer = (ip_network(_without_zeros(text), strict=False) for text in (part, whole))
    return (
        inner.version == outer.version
        and inner.prefixlen > outer.prefixlen
        and inner.supernet(new_prefix=outer.prefixlen) == outer
    )


def _without_zeros(text: str) -> str:
    return text if ":" in text else re.sub(_LEADING_ZEROS, "", text)
