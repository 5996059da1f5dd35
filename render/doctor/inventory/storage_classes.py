"""List the storage classes."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult, ok, warning
from render.doctor.cluster_view import ClusterView
from render.doctor.storage import DISKS, NOTHING, STORAGE_CLASS, is_default


def check(view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per class."""
    found = view.list(STORAGE_CLASS)
    if not found:
        yield warning("storage", "there are no storage classes, so claims get no volumes")
    for one in found:
        default = "the default, " if is_default(one) else ""
        for_one = ", disks for one node" if one["provisioner"] in DISKS else ""
        by_hand = ", volumes are created by hand" if one["provisioner"] == NOTHING else ""
        name = one["metadata"]["name"]
        yield ok(f"StorageClass/{name}", f"{default}by `{one['provisioner']}`{for_one}{by_hand}")
