"""Objects that a GitOps engine compares with a repository."""

from render.manifests.objects import Object

_PREFIXES = ("argocd.argoproj.io/", "helm.toolkit.fluxcd.io/", "kustomize.toolkit.fluxcd.io/")


def is_watched(item: Object) -> bool:
    """Say whether the labels or annotations of an object are a GitOps engine's."""
    metadata = item.data.get("metadata", {})
    keys = [*metadata.get("labels", {}), *metadata.get("annotations", {})]
    return any(key.startswith(_PREFIXES) for key in keys)
