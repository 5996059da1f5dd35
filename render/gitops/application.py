"""Deployments of an Application of Argo CD.

Source: https://github.com/argoproj/argo-cd/blob/v3.5.7/reposerver/repository/repository.go (helmTemplate)
"""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from render.gitops import codes
from render.gitops.deployment import (
    Deployment,
    DeploymentFinding,
    Deployments,
    InlineValues,
    ObjectPlace,
    Parameter,
    ValueFile,
)
from render.gitops.helm_names import chart_in_folder, chart_name, exact_version, release_name_errors
from render.gitops.repository import Repository
from render.gitops.value_files import ChartSource, nest_value, set_argument, source_references
from render.manifests.fields import items_at, mapping_at, text_at
from render.problem import Severity

_OVERRIDES = ".argocd-source{}.yaml"


def read_application(
    data: Mapping[str, Any], place: ObjectPlace, repository: Repository, chart: str, reading: Deployments
) -> None:
    """Read an Application into `reading`; `place` is its own, and sources of charts other than `chart` are skipped."""
    spec = mapping_at(data, "spec")
    references = source_references(spec)
    sources = [(("source",), spec["source"])] if "source" in spec and "sources" not in spec else []
    application = text_at(data, "metadata", "name")
    for path, written in [*sources, *items_at(spec, "sources")]:
        folder = _folder(mapping_at(written), repository)
        where = place.below("spec", *path)
        if folder is None and chart_name(text_at(written, "path")) == chart:
            message = f"`{text_at(written, 'path')}` leads out of the repository, and is not read"
            reading.faults.append(DeploymentFinding(codes.OUTSIDE, where.below("path"), message))
            continue
        source = ChartSource(repository, folder, text_at(written, "repoURL"), references, application)
        found = _deployment(mapping_at(written), spec, source, where, chart)
        if found is not None:
            reading.faults += _check_sync_policy(data, place)
            _take(found, reading, place, application)


def _take(
    found: tuple[Deployment, list[DeploymentFinding]], reading: Deployments, place: ObjectPlace, application: str
) -> None:
    deployment, faults = found
    if deployment.release == application:
        faults += release_name_errors(application, place.below("metadata", "name"), "give it `helm.releaseName`")
    else:
        faults += release_name_errors(deployment.release, deployment.release_place)
    reading.faults += faults
    reading.named.update(deployment.files)
    if all(fault.rule.severity is Severity.WARNING for fault in faults):
        reading.deployments.append(deployment)


def _folder(source: Mapping[str, Any], repository: Repository) -> PurePosixPath | None:
    """Return the folder of a chart in the repository; None for a chart in a registry or outside of the repository."""
    if "chart" in source or text_at(source, "repoURL").startswith("oci://") or not text_at(source, "path"):
        return None
    return repository.resolved(PurePosixPath(), text_at(source, "path"))


def _deployment(
    source: Mapping[str, Any], spec: Mapping[str, Any], where: ChartSource, place: ObjectPlace, chart: str
) -> tuple[Deployment, list[DeploymentFinding]] | None:
    name, version, version_key = _chart(source, where)
    if name != chart:
        return None
    helm = _overridden(mapping_at(source, "helm"), where)
    found = [*where.value_files(helm, place.below("helm")), *_written(helm, place.below("helm"))]
    faults = [one for one in found if isinstance(one, DeploymentFinding)]
    if "chart" in source and version is None:
        message = f"`{text_at(source, 'targetRevision') or '*'}` is whichever version is the newest that it takes"
        faults.append(DeploymentFinding(codes.NOT_PINNED, place.below(version_key), message, "name one version"))
    if helm.get("skipSchemaValidation") is True:
        message = "a key that is misspelled is taken, and does nothing"
        faults.append(DeploymentFinding(codes.UNCHECKED_SCHEMA, place.below("helm", "skipSchemaValidation"), message))
    release = text_at(helm, "releaseName")
    deployment = Deployment(
        engine="argocd",
        chart=name,
        version=version,
        chart_place=place.below(version_key),
        release=release or where.application,
        release_place=place.below("helm", "releaseName"),
        namespace=text_at(helm, "namespace") or text_at(spec, "destination", "namespace") or None,
        values=tuple(one for one in found if not isinstance(one, DeploymentFinding)),
        parameters=tuple(_parameters(helm, place.below("helm"))),
        is_selective=_applies_selectively(spec),
    )
    return deployment, faults


def _chart(source: Mapping[str, Any], where: ChartSource) -> tuple[str, str | None, str]:
    """Return the name of the chart, its version, and the key that contains the version."""
    if where.folder is not None:
        return *chart_in_folder(where.repository, where.folder), "path"
    address = text_at(source, "repoURL")
    name = text_at(source, "chart") or (address if address.startswith("oci://") and "path" in source else "")
    return chart_name(name), exact_version(text_at(source, "targetRevision")), "targetRevision"


def _overridden(helm: Mapping[str, Any], where: ChartSource) -> Mapping[str, Any]:
    """Return the `helm` block of a source, patched (JSON merge patch) with the override files next to its chart."""
    if where.folder is None:
        return helm
    merged: Any = {"helm": helm}
    for suffix in ("", f"-{where.application}"):
        patch = where.repository.data(where.folder / _OVERRIDES.format(suffix))
        merged = _patched(merged, patch) if isinstance(patch, dict) else merged
    return mapping_at(merged, "helm")


def _patched(data: Any, patch: Any) -> Any:
    if not isinstance(patch, dict):
        return patch
    below = data if isinstance(data, dict) else {}
    kept = {key: value for key, value in below.items() if key not in patch}
    return kept | {key: _patched(below.get(key), value) for key, value in patch.items() if value is not None}


def _written(helm: Mapping[str, Any], place: ObjectPlace) -> Iterator[ValueFile | InlineValues | DeploymentFinding]:
    """Yield the values in the Application itself: `valuesObject` replaces `values`."""
    if helm.get("valuesObject") is not None:
        yield InlineValues(mapping_at(helm, "valuesObject"), place.below("valuesObject"))
    elif text_at(helm, "values").strip():
        yield InlineValues(text_at(helm, "values"), place.below("values"))
    for path, one in items_at(helm, "parameters"):
        where, name = place.below(*path), text_at(one, "name")
        if "[" in name:
            yield DeploymentFinding(codes.NOT_CHECKED, where, "not checked: it sets an item of a list")
        elif mapping_at(one).get("forceString") is True:
            yield InlineValues(nest_value(name, text_at(one, "value")), where)
    for path, _ in items_at(helm, "fileParameters"):
        yield DeploymentFinding(codes.NOT_CHECKED, place.below(*path), "not checked: it is the text of a file")


def _parameters(helm: Mapping[str, Any], place: ObjectPlace) -> Iterator[Parameter]:
    for path, one in items_at(helm, "parameters"):
        if mapping_at(one).get("forceString") is not True:
            yield Parameter(set_argument(text_at(one, "name"), text_at(one, "value")), place.below(*path))


_OPTIONS = ("spec", "syncPolicy", "syncOptions")
_SERVER_SIDE = "ServerSideApply=true"
_SELECTIVE = "ApplyOutOfSyncOnly=true"
"""The option with which a sync skips objects that are in sync."""


def _applies_selectively(spec: Mapping[str, Any]) -> bool:
    """Return True if a sync applies only objects that differ."""
    return _SELECTIVE in (option for _, option in items_at(spec, "syncPolicy", "syncOptions"))


def _check_sync_policy(data: Mapping[str, Any], place: ObjectPlace) -> Iterator[DeploymentFinding]:
    """Yield a finding for each setting of a sync policy that is unsuitable for training runs."""
    automated = mapping_at(data, "spec", "syncPolicy", "automated")
    options = {str(option) for _, option in items_at(data, *_OPTIONS)}
    if automated.get("selfHeal") is True:
        message = "a run that has deleted itself starts again, and one that waits in a queue is resumed"
        yield DeploymentFinding(
            codes.HEALS, place.below("spec", "syncPolicy", "automated", "selfHeal"), message, "`selfHeal: false`"
        )
    if _SERVER_SIDE not in options and "Replace=true" not in options:
        message = "a client's patch replaces the whole list of replicated jobs, what controllers wrote there included"
        yield DeploymentFinding(codes.FROM_CLIENT, place.below(*_OPTIONS), message, f"the option `{_SERVER_SIDE}`")
    if "Replace=true" in options and not _applies_selectively(mapping_at(data, "spec")):
        message = "every sync replaces the run, changed or not"
        yield DeploymentFinding(codes.REPLACED, place.below(*_OPTIONS), message, f"the option `{_SELECTIVE}`")
