"""What the pods of a run name and the run doesn't bring."""

from collections.abc import Iterator, Sequence

from render.doctor.wanted import Wanted
from render.rules.references import Reference, by_name, references


def referenced(wanted: Wanted, kind: str) -> Iterator[tuple[str, Sequence[Reference]]]:
    """Yield the names of objects of a core kind, in order, each with the places where it is named."""
    own = by_name(wanted.running)
    found: dict[str, list[Reference]] = {}
    for reference in references(wanted.running):
        if reference.kind == kind and (kind, reference.name) not in own:
            found.setdefault(reference.name, []).append(reference)
    yield from sorted(found.items())
