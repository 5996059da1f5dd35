"""Network devices that move data past the kernel, as device plug-ins name them."""

import re
from collections.abc import Mapping
from typing import Any

EFA = "vpc.amazonaws.com/efa"
_NAME = re.compile(rf"rdma/.+|{re.escape(EFA)}|.+/(hca|ib|roce|rdma)[^/]*")


def devices(resources: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of those that a container with these `requests` and `limits` asks for."""
    names = {**(resources.get("requests") or {}), **(resources.get("limits") or {})}
    return frozenset(name for name in names if _NAME.fullmatch(name))
