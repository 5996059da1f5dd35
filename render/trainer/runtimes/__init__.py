"""The runtimes that a release of Kubeflow Trainer installs. Each module builds a family of them.

They are the runtimes of the project's base manifests. An overlay of a cluster may pin other images.

Source: https://github.com/kubeflow/trainer/tree/v2.3.0/manifests/base/runtimes
"""

from collections.abc import Iterator
from functools import cache
from typing import Protocol

from render.kube.gvk import GroupVersionKind
from render.manifests.objects import Object
from render.source import Document
from render.trainer.release import TrainerRelease
from render.trainer.runtimes import dataset_cache as cached
from render.trainer.runtimes import mpi, single, torchtune
from render.trainer.runtimes._builders import Part


class RuntimeFamily(Protocol):
    """A module of this folder: a family of runtimes."""

    def runtimes(self, release: TrainerRelease) -> Iterator[Part]:
        """Yield the ClusterTrainingRuntimes of the family in a release."""


_FAMILIES: tuple[RuntimeFamily, ...] = (single, mpi, torchtune, cached)


def builtin_runtime(name: str, release: str) -> Object | None:
    """Return a ClusterTrainingRuntime of a release; None if the release has none of this name.

    It is not in a file, so its problems have no line.
    """
    return _all(TrainerRelease(release)).get(name)


def builtin_runtime_names(release: str) -> tuple[str, ...]:
    """Return the sorted names of the runtimes of a release."""
    return tuple(sorted(_all(TrainerRelease(release))))


@cache
def _all(release: TrainerRelease) -> dict[str, Object]:
    found = {}
    for family in _FAMILIES:
        for data in family.runtimes(release):
            name = data["metadata"]["name"]
            document = Document(f"the stock runtime `{name}` of Kubeflow Trainer {release}", "", None)
            found[name] = Object(document, "", GroupVersionKind.of(data["apiVersion"], data["kind"]), data)
    return found
