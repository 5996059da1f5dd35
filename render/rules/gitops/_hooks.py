"""Hooks: objects that Helm or Argo CD creates at an event, and may wait for."""

from render.manifests.objects import Object

HELM, ARGO = "helm.sh/hook", "argocd.argoproj.io/hook"
FIRST = frozenset({"pre-install", "pre-upgrade", "PreSync"})
"""Events before everything else in a release."""

_WEIGHT = "helm.sh/hook-weight"


def events(item: Object) -> frozenset[str]:
    """Return the events at which a hook is created, in the annotation's spelling; empty if it is not a hook."""
    annotations = item.data.get("metadata", {}).get("annotations", {})
    written = f"{annotations.get(HELM, '')},{annotations.get(ARGO, '')}".split(",")
    return frozenset(event.strip() for event in written) - {"", "Skip"}


def weight(item: Object) -> int:
    """Return a hook's weight: Helm creates the hooks of an event in ascending order of weight."""
    text = str(item.data.get("metadata", {}).get("annotations", {}).get(_WEIGHT, "0"))
    return int(text) if text.lstrip("+-").isdecimal() else 0
