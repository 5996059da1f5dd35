"""Load what the objects of a spec are judged by, while Helm's library renders them."""

from contextlib import suppress
from itertools import chain

from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.rules.registry import SPEC, entries

_ALWAYS = (
    Kind.of("jobset.x-k8s.io/v1alpha2", "JobSet"),
    Kind.of("v1", "Service"),
    Kind.of("v1", "ConfigMap"),
)
"""What every spec renders."""


def prepare(schemas: Schemas) -> None:
    """Compile schemas and import rules. What fails will fail again where it is needed, and is told there."""
    with suppress(Exception):
        for kind in _ALWAYS:
            schemas.find(kind)
        for kind in _ALWAYS:
            name = f"{kind.group}/{kind.name}"
            for entry in chain.from_iterable(entries(frozenset([name, SPEC])).values()):
                if entry.is_needed(name, frozenset()):
                    _ = entry.check
