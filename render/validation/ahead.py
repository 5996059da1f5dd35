"""Load what the objects of a spec are judged by, while another process loads Helm and renders them."""

from collections.abc import Iterator
from itertools import chain

from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.checking import judge_of
from render.rules.registry import SPEC, entries

_ALWAYS = (
    Kind.of("jobset.x-k8s.io/v1alpha2", "JobSet"),
    Kind.of("v1", "Service"),
    Kind.of("v1", "ConfigMap"),
)
"""What every spec renders."""


def prepared(schemas: Schemas) -> Iterator[object]:
    """Yield schemas, and the rules that are needed whatever the objects hold. Raises OSError, ValueError."""
    for kind in _ALWAYS:
        yield judge_of(kind, schemas)
        for entry in chain.from_iterable(entries(frozenset([kind.group_kind, SPEC])).values()):
            if entry.is_needed(frozenset()):
                yield entry.check
