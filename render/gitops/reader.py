"""Read the deployments of all GitOps objects of a repository."""

from collections.abc import Sequence

from render.gitops.application import read_application
from render.gitops.applicationset import read_applicationset
from render.gitops.deployment import Deployments, ObjectPlace
from render.gitops.helmrelease import FluxRelease, read_helmrelease
from render.gitops.repository import Repository
from render.manifests.objects import Object


def read_deployments(
    deployers: Sequence[Object], others: Sequence[Object], repository: Repository, chart: str
) -> Deployments:
    """Return the deployments of a chart with this name; those of other charts are skipped.

    `others` are objects of the repository that the deployments may reference.
    """
    reading = Deployments()
    for item in deployers:
        match item.kind.group_kind:
            case "argoproj.io/Application":
                read_application(item.data, ObjectPlace(item), repository, chart, reading)
            case "argoproj.io/ApplicationSet":
                read_applicationset(item.data, ObjectPlace(item), repository, chart, reading)
            case "helm.toolkit.fluxcd.io/HelmRelease":
                file = repository.relative(item.document.file)
                if file is not None:
                    sources = (*deployers, *others)
                    read_helmrelease(FluxRelease(ObjectPlace(item), repository, file, sources), chart, reading)
    return reading
