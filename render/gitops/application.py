"""What an Application of Argo CD's deploys.

Source: https://github.com/argoproj/argo-cd/blob/v3.5.7/reposerver/repository/repository.go (helmTemplate)
"""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from render.gitops import charts, codes, value_files
from render.gitops.deployment import Deployment, Fault, Parameter, Place, Reading, ValueFile, Written
from render.gitops.fields import items, mapping, text
from render.gitops.names import refused
from render.gitops.options import is_selective, unsettled
from render.gitops.repository import Repository
from render.gitops.set_values import assignment, nested
from render.gitops.value_files import Source
from render.problem import Severity

_OVERRIDES = ".argocd-source{}.yaml"


def read(data: Mapping[str, Any], place: Place, repository: Repository, chart: str, reading: Reading) -> None:
    """Read an Application; `place` is where it is written, `chart` the name of the only one that matters."""
    spec = mapping(data, "spec")
    references = value_files.of(spec)
    sources = [(("source",), spec["source"])] if "source" in spec and "sources" not in spec else []
    application = text(data, "metadata", "name")
    for path, written in [*sources, *items(spec, "sources")]:
        folder = _folder(mapping(written), repository)
        where = place.below("spec", *path)
        if folder is None and charts.named(text(written, "path")) == chart:
            message = f"`{text(written, 'path')}` leads out of the repository, and is not read"
            reading.faults.append(Fault(codes.OUTSIDE, where.below("path"), message))
            continue
        source = Source(repository, folder, text(written, "repoURL"), references, application)
        found = _deployment(mapping(written), spec, source, where, chart)
        if found is not None:
            reading.faults += unsettled(data, place)
            _take(found, reading, place, application)


def _take(found: tuple[Deployment, list[Fault]], reading: Reading, place: Place, application: str) -> None:
    deployment, faults = found
    if deployment.release == application:
        faults += refused(application, place.below("metadata", "name"), "give it `helm.releaseName`")
    else:
        faults += refused(deployment.release, deployment.release_place)
    reading.faults += faults
    reading.named.update(deployment.files)
    if all(fault.rule.severity is Severity.WARNING for fault in faults):
        reading.deployments.append(deployment)


def _folder(source: Mapping[str, Any], repository: Repository) -> PurePosixPath | None:
    """Return the folder of a chart in the repository; None for one from a registry."""
    if "chart" in source or text(source, "repoURL").startswith("oci://") or not text(source, "path"):
        return None
    return repository.resolved(PurePosixPath(), text(source, "path"))


def _deployment(
    source: Mapping[str, Any], spec: Mapping[str, Any], where: Source, place: Place, chart: str
) -> tuple[Deployment, list[Fault]] | None:
    name, version, version_key = _chart(source, where)
    if name != chart:
        return None
    helm = _overridden(mapping(source, "helm"), where)
    found = [*where.value_files(helm, place.below("helm")), *_written(helm, place.below("helm"))]
    faults = [one for one in found if isinstance(one, Fault)]
    if "chart" in source and version is None:
        message = f"`{text(source, 'targetRevision') or '*'}` is whichever version is the newest that it takes"
        faults.append(Fault(codes.NOT_PINNED, place.below(version_key), message, "name one version"))
    if helm.get("skipSchemaValidation") is True:
        message = "a key that is misspelled is taken, and does nothing"
        faults.append(Fault(codes.UNCHECKED_SCHEMA, place.below("helm", "skipSchemaValidation"), message))
    release = text(helm, "releaseName")
    deployment = Deployment(
        engine="argocd",
        chart=name,
        version=version,
        chart_place=place.below(version_key),
        release=release or where.application,
        release_place=place.below("helm", "releaseName"),
        namespace=text(helm, "namespace") or text(spec, "destination", "namespace") or None,
        values=tuple(one for one in found if not isinstance(one, Fault)),
        parameters=tuple(_parameters(helm, place.below("helm"))),
        is_selective=is_selective(spec),
    )
    return deployment, faults


def _chart(source: Mapping[str, Any], where: Source) -> tuple[str, str | None, str]:
    """Return the name of the chart, its version and the key that says so."""
    if where.folder is not None:
        return *charts.in_folder(where.repository, where.folder), "path"
    address = text(source, "repoURL")
    name = text(source, "chart") or (address if address.startswith("oci://") and "path" in source else "")
    return charts.named(name), charts.exact(text(source, "targetRevision")), "targetRevision"


def _overridden(helm: Mapping[str, Any], where: Source) -> Mapping[str, Any]:
    """Return what files beside a chart in the repository make of a source, as a JSON merge patch."""
    if where.folder is None:
        return helm
    merged: Any = {"helm": helm}
    for suffix in ("", f"-{where.application}"):
        patch = where.repository.data(where.folder / _OVERRIDES.format(suffix))
        merged = _patched(merged, patch) if isinstance(patch, dict) else merged
    return mapping(merged, "helm")


def _patched(data: Any, patch: Any) -> Any:
    if not isinstance(patch, dict):
        return patch
    below = data if isinstance(data, dict) else {}
    kept = {key: value for key, value in below.items() if key not in patch}
    return kept | {key: _patched(below.get(key), value) for key, value in patch.items() if value is not None}


def _written(helm: Mapping[str, Any], place: Place) -> Iterator[ValueFile | Written | Fault]:
    """Yield the values in the Application itself: an object stands in the place of a text."""
    if helm.get("valuesObject") is not None:
        yield Written(mapping(helm, "valuesObject"), place.below("valuesObject"))
    elif text(helm, "values").strip():
        yield Written(text(helm, "values"), place.below("values"))
    for path, one in items(helm, "parameters"):
        where, name = place.below(*path), text(one, "name")
        if "[" in name:
            yield Fault(codes.NOT_CHECKED, where, "not checked: it sets an item of a list")
        elif mapping(one).get("forceString") is True:
            yield Written(nested(name, text(one, "value")), where)
    for path, _ in items(helm, "fileParameters"):
        yield Fault(codes.NOT_CHECKED, place.below(*path), "not checked: it is the text of a file")


def _parameters(helm: Mapping[str, Any], place: Place) -> Iterator[Parameter]:
    for path, one in items(helm, "parameters"):
        if mapping(one).get("forceString") is not True:
            yield Parameter(assignment(text(one, "name"), text(one, "value")), place.below(*path))
