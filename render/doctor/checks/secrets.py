"""Check that Secrets exist with the keys that pods read. Only key names are read, never values."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult
from render.doctor.cluster_view import ClusterView
from render.doctor.external_references import check_references
from render.doctor.requirements import Requirements
from render.manifests.references import SECRET


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per Secret."""
    return check_references(wanted, view, SECRET)
