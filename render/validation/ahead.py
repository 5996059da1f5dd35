"""Load what the objects of a spec are judged by, while another process renders them."""

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


def prepare(schemas: Schemas) -> None:
    """Compile schemas, and import the rules that are needed whatever the objects hold. Raises OSError, ValueError."""
    for kind in _ALWAYS:
        judge_of(kind, schemas)
        name = kind.group_kind
        for entry in chain.from_iterable(entries(frozenset([name, SPEC])).values()):
            if entry.reads != "Run" and entry.is_needed(frozenset()):
                _ = entry.check
