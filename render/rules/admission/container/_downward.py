"""Check downward API references: fields and resources of a pod in a variable or a file."""

import re
from collections.abc import Iterator, Set

from render.kube.formats import labels
from render.kube.formats.resources import COMPUTE, HUGE_PAGES
from render.kube.quantity import amount, canonical_form
from render.manifests.paths import Data
from render.rules.admission._field_errors import each_invalid, invalid, required, unsupported
from render.rules.rule import Finding
from render.schema_errors.error import Path

_SUBSCRIPTED = re.compile(r"(.+?)\['(.*)'\]", re.DOTALL)
_RESOURCES = frozenset(f"{kind}.{name}" for kind in ("limits", "requests") for name in COMPUTE)
_HUGE_PAGES = (f"limits.{HUGE_PAGES}", f"requests.{HUGE_PAGES}")
_BYTES = ("1", *(f"1{suffix}" for suffix in "kMGTPE"), *(f"1{suffix}i" for suffix in "KMGTPE"))


def check_field(path: Path, reference: Data, choices: Set[str]) -> Iterator[Finding]:
    """Yield a finding if a reference to a field of the pod is invalid; `choices` are the supported fields."""
    place, name, version = (*path, "fieldPath"), reference.get("fieldPath", ""), reference.get("apiVersion") or "v1"
    found = _SUBSCRIPTED.fullmatch(name)
    if not name:
        yield required(place)
    elif version != "v1":
        yield invalid(place, name, f"error converting fieldPath: unsupported pod version: {version}")
    elif found is None:
        if name not in choices:
            yield unsupported(place, name, sorted(choices))
    elif found[1] == "metadata.annotations":
        yield from each_invalid(place, found[2], labels.key_errors(found[2].lower()))
    elif found[1] == "metadata.labels":
        yield from each_invalid(place, found[2], labels.key_errors(found[2]))
    else:
        yield invalid(place, name, "error converting fieldPath: field label does not support subscript")


def check_resource(path: Path, reference: Data) -> Iterator[Finding]:
    """Yield a finding if a reference to a resource of a container is invalid."""
    name = reference.get("resource", "")
    if not name:
        yield required((*path, "resource"))
    elif name not in _RESOURCES and not name.startswith(_HUGE_PAGES):
        yield unsupported((*path, "resource"), name, sorted(_RESOURCES))
    divisor, place = reference.get("divisor", "0"), (*path, "divisor")
    if not amount(divisor):
        return
    units = ("1m", "1") if name.endswith(".cpu") else _BYTES
    if canonical_form(str(divisor)) not in units:
        yield invalid(place, divisor, f"only divisor's values {', '.join(units)} are supported")
