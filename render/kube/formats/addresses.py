"""IP addresses as the API server reads them.

Source: https://kubernetes.io/docs/reference/networking/virtual-ips/
"""

import re
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_LEADING_ZEROS = r"(?<![0-9])0+(?=[0-9])"


def address_errors(text: str) -> Iterator[str]:
    """Yield the error of an IP address in the API server's words, those of Kubernetes 1.36.

    Older servers ignore leading zeros and accept IPv4-mapped addresses. All accept an IPv6 address that is not in
    its canonical form, with a warning.
    """
    address = _parsed(text)
    if address is None:
        yield "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"
    elif _without_zeros(text) != text:
        yield "must not have leading 0s"
    elif _is_mapped(address):
        yield "must not be an IPv4-mapped IPv6 address"


def is_ipv6(address: str) -> bool:
    """Return True if an address is an IPv6 address. Raises ValueError if it is not an IP address."""
    return isinstance(ip_address(_without_zeros(address)), IPv6Address)


def cidr_errors(text: str) -> Iterator[str]:
    """Yield the error of an address block in CIDR notation in the API server's words, those of Kubernetes 1.36.

    Older servers accept the last three.
    """
    start, slash, length = text.partition("/")
    address = _parsed(start)
    if address is None or not slash or not length.isdecimal() or int(length) > address.max_prefixlen:
        yield "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"
    elif _without_zeros(start) != start or length != str(int(length)):
        yield "must not have leading 0s in IP or prefix length"
    elif _is_mapped(address):
        yield "must not have an IPv4-mapped IPv6 address"
    elif ip_network(text, strict=False).network_address != address:
        yield "must not have bits set beyond the prefix length"


def block_of(text: str) -> str:
    """Return the CIDR block that an address with a prefix length is in. Raises ValueError if there is none."""
    found = ip_network(_without_zeros(text), strict=False)
    if _is_mapped(found.network_address):
        raise ValueError(f"{text} has no form of its own")
    return str(found)


def is_strictly_within(part: str, whole: str) -> bool:
    """Return True if a CIDR block is a proper part of another one. Raises ValueError if one is not a CIDR block."""
    inner, outer = (ip_network(_without_zeros(text), strict=False) for text in (part, whole))
    return (
        inner.version == outer.version
        and inner.prefixlen > outer.prefixlen
        and inner.supernet(new_prefix=outer.prefixlen) == outer
    )


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """Return an IP address without its leading zeros; None if the text is not one."""
    try:
        return None if "%" in text else ip_address(_without_zeros(text))
    except ValueError:
        return None


def _is_mapped(address: IPv4Address | IPv6Address) -> bool:
    return isinstance(address, IPv6Address) and address.ipv4_mapped is not None


def _without_zeros(text: str) -> str:
    return text if ":" in text else re.sub(_LEADING_ZEROS, "", text)
