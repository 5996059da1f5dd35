"""Read all objects of a repository that say what is deployed."""

from collections.abc import Sequence

from render.gitops import application, applicationset, helmrelease
from render.gitops.deployment import Place, Reading
from render.gitops.repository import Repository
from render.manifests.objects import Object


def read(deployers: Sequence[Object], others: Sequence[Object], repository: Repository, chart: str) -> Reading:
    """Return what the objects deploy of a chart with this name; those of other charts are left alone.

    `others` are objects of the repository that they may name.
    """
    reading = Reading()
    for item in deployers:
        match item.kind.group_kind:
            case "argoproj.io/Application":
                application.read(item.data, Place(item), repository, chart, reading)
            case "argoproj.io/ApplicationSet":
                applicationset.read(item.data, Place(item), repository, chart, reading)
            case "helm.toolkit.fluxcd.io/HelmRelease":
                file = repository.relative(item.document.file)
                if file is not None:
                    sources = (*deployers, *others)
                    helmrelease.read(helmrelease.Release(Place(item), repository, file, sources), chart, reading)
    return reading
