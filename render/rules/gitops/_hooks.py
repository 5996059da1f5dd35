"""Hooks: objects that Helm or Argo CD creates at an event, some of which it waits for."""

from render.manifests.objects import Object

HELM, ARGO = "helm.sh/hook", "argocd.argoproj.io/hook"
FIRST = frozenset({"pre-install", "pre-upgrade", "PreSync"})
"""Events that come before everything else of a release."""

_WEIGHT = "helm.sh/hook-weight"


def events(item: Object) -> frozenset[str]:
    """Return the events at which a hook is created; empty for what is none. Argo CD's own are in its words."""
    annotations = item.data.get("metadata", {}).get("annotations", {})
    said = f"{annotations.get(HELM, '')},{annotations.get(ARGO, '')}".split(",")
    return frozenset(event.strip() for event in said) - {"", "Skip"}


def weight(item: Object) -> int:
    """Return what Helm sorts the hooks of an event by, the lowest first."""
    text = str(item.data.get("metadata", {}).get("annotations", {}).get(_WEIGHT, "0"))
    return int(text) if text.lstrip("+-").isdecimal() else 0
