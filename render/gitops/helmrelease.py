"""Deployments of a HelmRelease of Flux.

Source: https://fluxcd.io/flux/components/helm/helmreleases/
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from render.gitops import codes
from render.gitops.deployment import Deployment, DeploymentFinding, Deployments, InlineValues, ObjectPlace, ValueFile
from render.gitops.helm_names import chart_in_folder, chart_name, exact_version, release_name_errors, shorten_release
from render.gitops.kustomization import GeneratedConfigMap, find_generated, kustomize_namespace
from render.gitops.repository import Repository
from render.manifests.fields import items_at, mapping_at, text_at
from render.manifests.objects import Object
from render.problem import Severity


@dataclass(frozen=True, slots=True)
class FluxRelease:
    """A HelmRelease, with the objects that it may reference."""

    place: ObjectPlace
    repository: Repository
    file: PurePosixPath
    """The file that contains it."""
    sources: tuple[Object, ...]
    """Sources of Flux, and ConfigMaps."""

    @property
    def spec(self) -> Mapping[str, Any]:
        """The `spec` of the HelmRelease."""
        return mapping_at(self.place.object.data, "spec")

    @property
    def namespace(self) -> str | None:
        """Its namespace, and that of references without a namespace; None if unknown."""
        data = self.place.object.data
        return text_at(data, "metadata", "namespace") or kustomize_namespace(self.repository, self.file)


def read_helmrelease(release: FluxRelease, chart: str, reading: Deployments) -> None:
    """Read a HelmRelease into `reading`, if its chart is named `chart`."""
    spec, place = release.spec, release.place.below("spec")
    name, version, key = _chart(release)
    if name != chart:
        return
    found = list(_values(release, place))
    faults = [one for one in found if isinstance(one, DeploymentFinding)]
    if version is None:
        faults.append(
            DeploymentFinding(
                codes.NOT_PINNED, place.below(*key), "the version of the chart is not written", "name one"
            )
        )
    for action in ("install", "upgrade"):
        if mapping_at(spec, action).get("disableSchemaValidation") is True:
            message = "a key that is misspelled is taken, and does nothing"
            faults.append(
                DeploymentFinding(codes.UNCHECKED_SCHEMA, place.below(action, "disableSchemaValidation"), message)
            )
    written, release_place = _named(release)
    kept = shorten_release(written)
    if kept != written:
        message = f"Flux shortens `{written}` to `{kept}`, and so every object of the run"
        faults.append(DeploymentFinding(codes.SHORTENED, release_place, message, "give it `releaseName`"))
    faults += release_name_errors(kept, release_place)
    values = tuple(one for one in found if not isinstance(one, DeploymentFinding))
    reading.faults += faults
    reading.named.update(one.file for one in values if isinstance(one, ValueFile))
    if all(fault.rule.severity is Severity.WARNING for fault in faults):
        target = text_at(spec, "targetNamespace") or release.namespace
        reading.deployments.append(
            Deployment("flux", name, version, place.below(*key), kept, release_place, target, values)
        )


def _named(release: FluxRelease) -> tuple[str, ObjectPlace]:
    """Return the name of the release, and its place."""
    spec, name = release.spec, text_at(release.place.object.data, "metadata", "name")
    if text_at(spec, "releaseName"):
        return text_at(spec, "releaseName"), release.place.below("spec", "releaseName")
    prefix = text_at(spec, "targetNamespace")
    return f"{prefix}-{name}" if prefix else name, release.place.below("metadata", "name")


def _chart(release: FluxRelease) -> tuple[str, str | None, tuple[str, ...]]:
    """Return the name of the chart, its version (None if it is not exact), and the path of both in `spec`."""
    chart = mapping_at(release.spec, "chart", "spec")
    if chart:
        name, kind = text_at(chart, "chart"), text_at(chart, "sourceRef", "kind")
        if kind != "GitRepository":
            return chart_name(name), exact_version(text_at(chart, "version")), ("chart", "spec", "version")
        folder = release.repository.resolved(PurePosixPath(), name)
        found = (chart_name(name), None) if folder is None else chart_in_folder(release.repository, folder)
        return *found, ("chart", "spec", "chart")
    reference = mapping_at(release.spec, "chartRef")
    source = mapping_at(_find(release, text_at(reference, "kind"), text_at(reference, "name")), "spec")
    if text_at(reference, "kind") == "HelmChart":
        return chart_name(text_at(source, "chart")), exact_version(text_at(source, "version")), ("chartRef",)
    return chart_name(text_at(source, "url")), exact_version(text_at(source, "ref", "tag")), ("chartRef",)


def _find(release: FluxRelease, kind: str, name: str) -> Mapping[str, Any]:
    known = (item.data for item in release.sources if item.kind.name == kind)
    return next((data for data in known if text_at(data, "metadata", "name") == name), {})


def _values(release: FluxRelease, place: ObjectPlace) -> Iterator[ValueFile | InlineValues | DeploymentFinding]:
    """Yield the values in their order: those of `valuesFrom`, then those in the release itself."""
    for path, source in items_at(release.spec, "valuesFrom"):
        yield _from(release, mapping_at(source), place.below(*path))
    if mapping_at(release.spec, "values"):
        yield InlineValues(mapping_at(release.spec, "values"), place.below("values"))


def _from(
    release: FluxRelease, source: Mapping[str, Any], place: ObjectPlace
) -> ValueFile | InlineValues | DeploymentFinding:
    name, key = text_at(source, "name"), text_at(source, "valuesKey") or "values.yaml"
    if text_at(source, "kind") != "ConfigMap" or text_at(source, "targetPath"):
        return DeploymentFinding(codes.NOT_CHECKED, place, "not checked: only the cluster has these values")
    if (config_map := find_generated(release.repository, release.file, name)) is not None:
        return _generated(release, config_map, key, place)
    data = mapping_at(_find(release, "ConfigMap", name), "data")
    if isinstance(data.get(key), str):
        return InlineValues(data[key], place)
    return DeploymentFinding(
        codes.NOT_CHECKED, place, f"not checked: nothing in the repository makes the ConfigMap `{name}`"
    )


def _generated(
    release: FluxRelease, config_map: GeneratedConfigMap, key: str, place: ObjectPlace
) -> ValueFile | DeploymentFinding:
    if config_map.is_hashed:
        message = "Kustomize appends a hash to the name of the ConfigMap, and not to this one"
        hint = "`options: {disableNameSuffixHash: true}`, or `configurations` with a `nameReference` to HelmRelease"
        return DeploymentFinding(codes.HASHED, place.below("name"), message, hint)
    if key not in config_map.files:
        return DeploymentFinding(
            codes.FILE_MISSING, place, f"the ConfigMap has no key `{key}`", "name it with `valuesKey`"
        )
    file = release.repository.resolved(config_map.folder, config_map.files[key])
    if file is None:
        return DeploymentFinding(
            codes.OUTSIDE, place, f"`{config_map.files[key]}` leads out of the repository, and is not read"
        )
    is_there = release.repository.has_file(file)
    return (
        ValueFile(file, place)
        if is_there
        else DeploymentFinding(codes.FILE_MISSING, place, f"`{file}` is not in the repository")
    )
