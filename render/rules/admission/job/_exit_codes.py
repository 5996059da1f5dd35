"""What the exit codes of a failure policy's rule can't be."""

from collections.abc import Iterator, Set

from render.manifests.places import Data, listed
from render.rules.admission._refusal import duplicate, invalid
from render.rules.rule import Finding
from render.shape.mistake import Path


def malformed(path: Path, codes: Data, containers: Set[str | None]) -> Iterator[Finding]:
    """Yield what is wrong with the codes; `containers` are the names of the pod's."""
    name, values = codes.get("containerName"), list(codes.get("values", ()))
    if name is not None and name not in containers:
        why = "must be one of the container or initContainer names in the pod template"
        yield invalid((*path, "containerName"), name, why)
    seen: set[int] = set()
    for place, value in listed(path, codes, "values"):
        if value == 0 and codes.get("operator") == "In":
            yield invalid(place, value, "must not be 0 for the In operator")
        if value in seen:
            yield duplicate(place, value)
        seen.add(value)
    if values != sorted(values):
        yield invalid((*path, "values"), values, "must be ordered", f"write {sorted(values)}")
