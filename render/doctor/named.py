"""ConfigMaps and Secrets that pods name."""

from collections.abc import Iterator, Mapping, Sequence

from render.cluster import DeniedError
from render.doctor.finding import Finding, fault, ok, unknown
from render.doctor.referenced import referenced
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.kube.kind import Kind
from render.manifests.places import Data
from render.rules.references import Reference

_FOR_PULLING = frozenset({"kubernetes.io/dockerconfigjson", "kubernetes.io/dockercfg"})
"""Types of a Secret that a kubelet can pull images with."""


def named(wanted: Wanted, view: View, kind: str) -> Iterator[Finding]:
    """Yield a finding an object of a core kind that the pods name and that the run doesn't bring."""
    for name, places in referenced(wanted, kind):
        subject = f"{kind}/{name}"
        try:
            data = view.find(Kind("", "v1", kind), wanted.namespace, name)
        except DeniedError as error:
            yield unknown(subject, str(error), error.hint)
        else:
            yield _judged(subject, places, data, wanted.namespace)


def _judged(subject: str, places: Sequence[Reference], data: Data | None, namespace: str) -> Finding:
    if data is None:
        if all(place.is_optional for place in places):
            return ok(subject, "it does not exist, and is optional")
        hint = "create it before the run: its pods wait for it in `CreateContainerConfigError` or `ContainerCreating`"
        return fault(subject, f"it does not exist in `{namespace}`", hint)
    if _is_for_pulling(places) and data.get("type") not in _FOR_PULLING:
        hint = "`kubectl create secret docker-registry` makes one"
        return fault(subject, f"no images are pulled with a Secret of type `{data.get('type', 'Opaque')}`", hint)
    needed = {key for place in places if not place.is_optional for _, key in place.keys}
    missing = sorted(needed - _keys(data))
    if missing:
        listed = ", ".join(f"`{key}`" for key in missing)
        return fault(subject, f"it has no {listed}", "add the key, or name one that is there")
    return ok(
        subject, f"it is there with {', '.join(f'`{key}`' for key in sorted(needed))}" if needed else "it is there"
    )


def _is_for_pulling(places: Sequence[Reference]) -> bool:
    return any("imagePullSecrets" in place.path for place in places)


def _keys(data: Data) -> set[str]:
    fields: tuple[Mapping[str, object], ...] = (data.get("data") or {}, data.get("binaryData") or {})
    return {key for field in fields for key in field}
