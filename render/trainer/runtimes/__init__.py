"""The runtimes that a release of Kubeflow Trainer brings, known by name. A file describes a family of them.

They are those of the project's manifests, before a cluster's own overlay, which may pin the project's images.

Source: https://github.com/kubeflow/trainer/tree/v2.3.0/manifests/base/runtimes
"""

from functools import cache

from render.kube.kind import Kind
from render.manifests.objects import Object
from render.source import Document
from render.trainer.release import Release
from render.trainer.runtimes import cached, mpi, single, torchtune

_FAMILIES = (single, mpi, torchtune, cached)


def stock(name: str, release: str) -> Object | None:
    """Return a ClusterTrainingRuntime of a release, None where it brings none of this name.

    It stands in no file: what is wrong with it has no line.
    """
    return _all(Release(release)).get(name)


def names(release: str) -> tuple[str, ...]:
    """Return the names of all of a release, sorted."""
    return tuple(sorted(_all(Release(release))))


@cache
def _all(release: Release) -> dict[str, Object]:
    found = {}
    for family in _FAMILIES:
        for data in family.runtimes(release):
            name = data["metadata"]["name"]
            document = Document(f"the stock runtime `{name}` of Kubeflow Trainer {release}", "", None)
            found[name] = Object(document, "", Kind.of(data["apiVersion"], data["kind"]), data)
    return found
