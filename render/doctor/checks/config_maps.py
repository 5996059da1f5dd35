"""Check that ConfigMaps from outside of the run exist with the keys that pods read."""

from collections.abc import Iterator

from render.doctor.check_result import CheckResult
from render.doctor.cluster_view import ClusterView
from render.doctor.external_references import check_references
from render.doctor.requirements import Requirements
from render.manifests.references import CONFIG_MAP


def check(wanted: Requirements, view: ClusterView) -> Iterator[CheckResult]:
    """Yield a result per ConfigMap."""
    return check_references(wanted, view, CONFIG_MAP)
