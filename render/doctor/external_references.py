"""References of pods to objects outside of the run: find them, and check ConfigMaps and Secrets."""

from collections.abc import Iterator, Mapping, Sequence

from render.cluster import DeniedError
from render.doctor.check_result import CheckResult, fault, ok, unknown
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.kube.gvk import GroupVersionKind
from render.manifests.paths import Data
from render.manifests.references import Reference, by_name, references

_FOR_PULLING = frozenset({"kubernetes.io/dockerconfigjson", "kubernetes.io/dockercfg"})
"""Types of Secrets that hold registry credentials."""


def check_references(wanted: Requirements, view: ClusterView, kind: str) -> Iterator[CheckResult]:
    """Yield a result per object of a core kind that pods name and that is not part of the run."""
    for name, places in external_references(wanted, kind):
        subject = f"{kind}/{name}"
        try:
            data = view.find(GroupVersionKind("", "v1", kind), wanted.namespace, name)
        except DeniedError as error:
            found = unknown(subject, str(error), error.hint)
        else:
            found = _reference_result(subject, places, data, wanted.namespace)
        yield found.at(places[0].pod.object, places[0].path)


def _reference_result(subject: str, places: Sequence[Reference], data: Data | None, namespace: str) -> CheckResult:
    if data is None:
        if all(place.is_optional for place in places):
            return ok(subject, "it does not exist and is optional")
        hint = "create it before the run; pods otherwise wait in `CreateContainerConfigError` or `ContainerCreating`"
        return fault(subject, f"it does not exist in `{namespace}`", hint)
    if _is_for_pulling(places) and data.get("type") not in _FOR_PULLING:
        hint = "create one with `kubectl create secret docker-registry`"
        return fault(subject, f"a Secret of type `{data.get('type', 'Opaque')}` can't pull images", hint)
    needed = {key for place in places if not place.is_optional for _, key in place.keys}
    missing = sorted(needed - _keys(data))
    if missing:
        listed = ", ".join(f"`{key}`" for key in missing)
        return fault(subject, f"it has no {listed}", "add the key, or use one that exists")
    return ok(subject, f"it exists with {', '.join(f'`{key}`' for key in sorted(needed))}" if needed else "it exists")


def _is_for_pulling(places: Sequence[Reference]) -> bool:
    return any("imagePullSecrets" in place.path for place in places)


def _keys(data: Data) -> set[str]:
    fields: tuple[Mapping[str, object], ...] = (data.get("data") or {}, data.get("binaryData") or {})
    return {key for field in fields for key in field}


def external_references(wanted: Requirements, kind: str) -> Iterator[tuple[str, Sequence[Reference]]]:
    """Yield the names of such objects in order, each with its references."""
    own = by_name(wanted.running)
    found: dict[str, list[Reference]] = {}
    for reference in references(wanted.running):
        if reference.kind == kind and (kind, reference.name) not in own:
            found.setdefault(reference.name, []).append(reference)
    yield from sorted(found.items())
