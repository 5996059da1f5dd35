"""Objects that a GitOps engine tracks."""

from render.manifests.objects import Object

_PREFIXES = ("argocd.argoproj.io/", "helm.toolkit.fluxcd.io/", "kustomize.toolkit.fluxcd.io/")


def is_tracked(item: Object) -> bool:
    """Return whether an object has labels or annotations of a GitOps engine."""
    metadata = item.data.get("metadata", {})
    keys = [*metadata.get("labels", {}), *metadata.get("annotations", {})]
    return any(key.startswith(_PREFIXES) for key in keys)
