"""What a HelmRelease of Flux's deploys.

Source: https://fluxcd.io/flux/components/helm/helmreleases/
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from render.gitops import charts, codes
from render.gitops.deployment import Deployment, Fault, Place, Reading, ValueFile, Written
from render.gitops.fields import items, mapping, text
from render.gitops.kustomization import Generated, generated, namespace
from render.gitops.names import refused, shortened
from render.gitops.repository import Repository
from render.manifests.objects import Object
from render.problem import Severity


@dataclass(frozen=True, slots=True)
class Release:
    """A HelmRelease, with what it may name."""

    place: Place
    repository: Repository
    file: PurePosixPath
    """In which it stands."""
    sources: tuple[Object, ...]
    """Flux's sources, and ConfigMaps."""

    @property
    def spec(self) -> Mapping[str, Any]:
        """Its `spec`."""
        return mapping(self.place.object.data, "spec")

    @property
    def namespace(self) -> str | None:
        """Where it lies, and what it names without a namespace."""
        data = self.place.object.data
        return text(data, "metadata", "namespace") or namespace(self.repository, self.file)


def read(release: Release, chart: str, reading: Reading) -> None:
    """Read a HelmRelease; `chart` is the name of the only one that matters."""
    spec, place = release.spec, release.place.below("spec")
    name, version, key = _chart(release)
    if name != chart:
        return
    found = list(_values(release, place))
    faults = [one for one in found if isinstance(one, Fault)]
    if version is None:
        faults.append(Fault(codes.NOT_PINNED, place.below(*key), "the version of the chart is not written", "name one"))
    for action in ("install", "upgrade"):
        if mapping(spec, action).get("disableSchemaValidation") is True:
            message = "a key that is misspelled is taken, and does nothing"
            faults.append(Fault(codes.UNCHECKED_SCHEMA, place.below(action, "disableSchemaValidation"), message))
    written, release_place = _named(release)
    kept = shortened(written)
    if kept != written:
        message = f"Flux shortens `{written}` to `{kept}`, and so every object of the run"
        faults.append(Fault(codes.SHORTENED, release_place, message, "give it `releaseName`"))
    faults += refused(kept, release_place)
    values = tuple(one for one in found if not isinstance(one, Fault))
    reading.faults += faults
    reading.named.update(one.file for one in values if isinstance(one, ValueFile))
    if all(fault.rule.severity is Severity.WARNING for fault in faults):
        target = text(spec, "targetNamespace") or release.namespace
        reading.deployments.append(
            Deployment("flux", name, version, place.below(*key), kept, release_place, target, values)
        )


def _named(release: Release) -> tuple[str, Place]:
    """Return the name of the release, and where it comes from."""
    spec, name = release.spec, text(release.place.object.data, "metadata", "name")
    if text(spec, "releaseName"):
        return text(spec, "releaseName"), release.place.below("spec", "releaseName")
    prefix = text(spec, "targetNamespace")
    return f"{prefix}-{name}" if prefix else name, release.place.below("metadata", "name")


def _chart(release: Release) -> tuple[str, str | None, tuple[str, ...]]:
    """Return the name of the chart, its version where one is written, and the path of what says so."""
    chart = mapping(release.spec, "chart", "spec")
    if chart:
        name, kind = text(chart, "chart"), text(chart, "sourceRef", "kind")
        if kind != "GitRepository":
            return charts.named(name), charts.exact(text(chart, "version")), ("chart", "spec", "version")
        folder = release.repository.resolved(PurePosixPath(), name)
        found = (charts.named(name), None) if folder is None else charts.in_folder(release.repository, folder)
        return *found, ("chart", "spec", "chart")
    reference = mapping(release.spec, "chartRef")
    source = mapping(_find(release, text(reference, "kind"), text(reference, "name")), "spec")
    if text(reference, "kind") == "HelmChart":
        return charts.named(text(source, "chart")), charts.exact(text(source, "version")), ("chartRef",)
    return charts.named(text(source, "url")), charts.exact(text(source, "ref", "tag")), ("chartRef",)


def _find(release: Release, kind: str, name: str) -> Mapping[str, Any]:
    known = (item.data for item in release.sources if item.kind.name == kind)
    return next((data for data in known if text(data, "metadata", "name") == name), {})


def _values(release: Release, place: Place) -> Iterator[ValueFile | Written | Fault]:
    """Yield the values in their order: those from elsewhere, then those in the release itself."""
    for path, source in items(release.spec, "valuesFrom"):
        yield _from(release, mapping(source), place.below(*path))
    if mapping(release.spec, "values"):
        yield Written(mapping(release.spec, "values"), place.below("values"))


def _from(release: Release, source: Mapping[str, Any], place: Place) -> ValueFile | Written | Fault:
    name, key = text(source, "name"), text(source, "valuesKey") or "values.yaml"
    if text(source, "kind") != "ConfigMap" or text(source, "targetPath"):
        return Fault(codes.NOT_CHECKED, place, "not checked: only the cluster has these values")
    if (made := generated(release.repository, release.file, name)) is not None:
        return _generated(release, made, key, place)
    data = mapping(_find(release, "ConfigMap", name), "data")
    if isinstance(data.get(key), str):
        return Written(data[key], place)
    return Fault(codes.NOT_CHECKED, place, f"not checked: nothing in the repository makes the ConfigMap `{name}`")


def _generated(release: Release, made: Generated, key: str, place: Place) -> ValueFile | Fault:
    if made.is_hashed:
        message = "Kustomize appends a hash to the name of the ConfigMap, and not to this one"
        hint = "`options: {disableNameSuffixHash: true}`, or `configurations` with a `nameReference` to HelmRelease"
        return Fault(codes.HASHED, place.below("name"), message, hint)
    if key not in made.files:
        return Fault(codes.FILE_MISSING, place, f"the ConfigMap has no key `{key}`", "name it with `valuesKey`")
    file = release.repository.resolved(made.folder, made.files[key])
    if file is None:
        return Fault(codes.OUTSIDE, place, f"`{made.files[key]}` leads out of the repository, and is not read")
    is_there = release.repository.has_file(file)
    return (
        ValueFile(file, place) if is_there else Fault(codes.FILE_MISSING, place, f"`{file}` is not in the repository")
    )
