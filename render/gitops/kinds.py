"""The kinds that say what is deployed, whatever their schemas are."""

from render.kube.kind import Kind

GROUPS = frozenset({"argoproj.io", "helm.toolkit.fluxcd.io", "source.toolkit.fluxcd.io"})


def is_deployer(kind: Kind) -> bool:
    """Say whether an object of this kind says what is deployed, or where a chart of that comes from."""
    return kind.group in GROUPS
