"""How an Application applies a training: what of it starts a run again."""

from collections.abc import Iterator, Mapping
from typing import Any

from render.gitops import codes
from render.gitops.deployment import Fault, Place
from render.gitops.fields import items, mapping

_OPTIONS = ("spec", "syncPolicy", "syncOptions")
_SERVER_SIDE = "ServerSideApply=true"
SELECTIVE = "ApplyOutOfSyncOnly=true"
"""The option with which a sync leaves alone what is as it should be."""


def is_selective(spec: Mapping[str, Any]) -> bool:
    """Say whether a sync applies only what differs."""
    return SELECTIVE in (option for _, option in items(spec, "syncPolicy", "syncOptions"))


def unsettled(data: Mapping[str, Any], place: Place) -> Iterator[Fault]:
    """Yield what of the sync policy is no good for a training."""
    automated = mapping(data, "spec", "syncPolicy", "automated")
    options = {str(option) for _, option in items(data, *_OPTIONS)}
    if automated.get("selfHeal") is True:
        message = "a run that has deleted itself starts again, and one that waits in a queue is resumed"
        yield Fault(
            codes.HEALS, place.below("spec", "syncPolicy", "automated", "selfHeal"), message, "`selfHeal: false`"
        )
    if _SERVER_SIDE not in options and "Replace=true" not in options:
        message = "a client's patch replaces the whole list of replicated jobs, what controllers wrote there included"
        yield Fault(codes.FROM_CLIENT, place.below(*_OPTIONS), message, f"the option `{_SERVER_SIDE}`")
    if "Replace=true" in options and not is_selective(mapping(data, "spec")):
        message = "every sync replaces the run, changed or not"
        yield Fault(codes.REPLACED, place.below(*_OPTIONS), message, f"the option `{SELECTIVE}`")
