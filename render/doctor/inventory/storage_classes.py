"""List the storage classes."""

from collections.abc import Iterator

from render.doctor.finding import Finding, ok, warning
from render.doctor.storage import DISKS, NOTHING, STORAGE_CLASS, is_default
from render.doctor.view import View


def check(view: View) -> Iterator[Finding]:
    """Yield a finding a class."""
    found = view.list(STORAGE_CLASS)
    if not found:
        yield warning("storage", "there are no storage classes: no claim of a run gets a volume by itself")
    for one in found:
        default = "the default, " if is_default(one) else ""
        for_one = ", disks for one node" if one["provisioner"] in DISKS else ""
        by_hand = ", volumes are made by hand" if one["provisioner"] == NOTHING else ""
        name = one["metadata"]["name"]
        yield ok(f"StorageClass/{name}", f"{default}by `{one['provisioner']}`{for_one}{by_hand}")
