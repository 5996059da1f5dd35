"""DeviceClasses of drivers (the chart's `files/device_classes.json`), and the GPUs of a node's claims."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from render.engine.chart import Chart


class DeviceClass(NamedTuple):
    """A DeviceClass that a driver installs."""

    name: str
    gpus: int
    """GPUs of one device; a slice of one counts as 1."""
    maker: str
    what: str
    """The device in words."""
    driver: str | None
    """The driver that offers the devices, as ResourceSlices name it; None if the class is not one driver's."""


class ClaimedGpus(NamedTuple):
    """GPUs that the claims of one node give. A copy of the chart's `_devices.tpl`; tests/parity compares both."""

    gpus: int
    unknown: Sequence[tuple[str | int, ...]]
    """Paths of the claims that may give more."""


@cache
def device_classes() -> Mapping[str, DeviceClass]:
    """Return the known DeviceClasses by name."""
    rows = json.loads((Chart.bundled().path / "files" / "device_classes.json").read_bytes())
    return {
        name: DeviceClass(name, int(row["gpus"]), row["maker"], row["what"], row.get("driver"))
        for name, row in rows.items()
        if name != "$comment"
    }


def claimed_gpus(values: Mapping[str, Any]) -> ClaimedGpus:
    """Return the GPUs of `devices` and `pod.resourceClaims` of a spec."""
    found: dict[tuple[str | int, ...], int | None] = {}
    for name, request in (values.get("devices") or {}).items():
        found["devices", name] = _gpus_of(request or {})
    claims: Sequence[Mapping[str, Any]] = (values.get("pod") or {}).get("resourceClaims") or ()
    for index, claim in enumerate(claims):
        found["pod", "resourceClaims", index] = claim.get("gpus")
    known = [int(gpus) for gpus in found.values() if gpus is not None]
    return ClaimedGpus(sum(known), [path for path, gpus in found.items() if gpus is None])


def _gpus_of(request: Mapping[str, Any]) -> int | None:
    if request.get("gpus") is not None:
        return int(request["gpus"])
    known = device_classes().get(request.get("deviceClassName", ""))
    return None if known is None else known.gpus * int(request.get("count") or 1)
