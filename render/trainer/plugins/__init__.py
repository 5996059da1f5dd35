"""The plug-ins of Kubeflow Trainer: one module for each, selected by a key of the runtime's policy."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from render.trainer.context import ExpansionContext
from render.trainer.plugins import coscheduling, flux, jax, jobset, mpi, plainml, torch, volcano, xgboost


class EnforcerPlugin(Protocol):
    """A plug-in module that changes the pods of a TrainJob."""

    def enforce(self, work: ExpansionContext) -> None:
        """Change the pod sets in place, or append a finding."""


class BuilderPlugin(Protocol):
    """A plug-in module that builds objects of a TrainJob."""

    def build(self, work: ExpansionContext) -> Iterator[dict[str, Any]]:
        """Yield the objects."""


class _GroupPlugin(EnforcerPlugin, BuilderPlugin, Protocol):
    """A plug-in module of a scheduler."""


FRAMEWORKS: Mapping[str, EnforcerPlugin] = {"torch": torch, "mpi": mpi, "jax": jax, "xgboost": xgboost, "flux": flux}
"""The plug-in of each key of `mlPolicy`. PlainML is the default."""

_GROUPS: Mapping[str, _GroupPlugin] = {"volcano": volcano, "coscheduling": coscheduling}


def apply_plugins(work: ExpansionContext) -> None:
    """Apply the plug-ins of the runtime's policies to the pods."""
    framework = next((key for key in FRAMEWORKS if key in (work.policy or {})), None)
    plugin = FRAMEWORKS[framework] if framework else plainml
    plugin.enforce(work)
    for key, group in _GROUPS.items():
        if key in work.group_policy:
            group.enforce(work)


def build_objects(work: ExpansionContext) -> Iterator[dict[str, Any]]:
    """Yield the JobSet, its PodGroup, and the ConfigMap and Secret that its pods mount."""
    yield from jobset.build(work)
    for key, group in _GROUPS.items():
        if key in work.group_policy:
            yield from group.build(work)
    if "mpi" in (work.policy or {}):
        yield from mpi.build(work)
