"""Check the exit codes of a rule of a pod failure policy."""

from collections.abc import Iterator, Set

from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import duplicate, invalid
from render.rules.rule import Finding
from render.schema_errors.error import Path


def check_exit_codes(path: Path, codes: Data, containers: Set[str | None]) -> Iterator[Finding]:
    """Yield a finding for each fault of the exit codes; `containers` are the names of the pod's containers."""
    name, values = codes.get("containerName"), list(codes.get("values", ()))
    if name is not None and name not in containers:
        why = "must be one of the container or initContainer names in the pod template"
        yield invalid((*path, "containerName"), name, why)
    seen: set[int] = set()
    for place, value in list_items(path, codes, "values"):
        if value == 0 and codes.get("operator") == "In":
            yield invalid(place, value, "must not be 0 for the In operator")
        if value in seen:
            yield duplicate(place, value)
        seen.add(value)
    if values != sorted(values):
        yield invalid((*path, "values"), values, "must be ordered", f"write {sorted(values)}")
