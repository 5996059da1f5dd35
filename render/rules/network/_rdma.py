"""Network devices that move data past the kernel."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_NAME = re.compile(r"rdma/.+|vpc\.amazonaws\.com/efa|.+/(hca|ib|roce|rdma)[^/]*")


def devices(resources: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the RDMA devices that a container asks for."""
    names = {**resources.get("requests", {}), **resources.get("limits", {})}
    yield from (name for name in names if _NAME.fullmatch(name))
