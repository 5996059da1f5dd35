"""IP addresses as the API server reads them.

Source: https://kubernetes.io/docs/reference/networking/virtual-ips/
"""

import re
from ipaddress import IPv6Address, ip_address

MALFORMED = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"

_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


def is_address(text: str) -> bool:
    """Say whether a text is an address. Zeros before an IPv4 number are let pass, as before Kubernetes 1.36."""
    if "%" in text:
        return False
    try:
        ip_address(text if ":" in text else _LEADING_ZEROS.sub("", text))
    except ValueError:
        return False
    return True


def is_ipv6(address: str) -> bool:
    """Say of which family an address is. Raises ValueError where it is none."""
    return isinstance(ip_address(address if ":" in address else _LEADING_ZEROS.sub("", address)), IPv6Address)
