"""The schemas that a cluster's own CustomResourceDefinitions hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from render.kube.kind import Kind, Schema
from render.kube.validator import Validator


@dataclass(frozen=True, eq=False)
class Definitions:
    """Schemas by the path of their kind (`Kind.path`)."""

    schemas: Mapping[str, Schema] = field(default_factory=dict)

    def find(self, kind: Kind) -> Validator | None:
        """Return the compiled schema of a kind, or None where no definition has it in this version."""
        return _compiled(self, kind.path) if kind.path in self.schemas else None

    def define(self, kind: Kind) -> bool:
        """Say whether a kind is defined here, in whatever version: the cluster then serves no others."""
        return _unversioned(kind.path) in self._kinds

    @cached_property
    def _kinds(self) -> frozenset[str]:
        return frozenset(map(_unversioned, self.schemas))


@cache
def _compiled(definitions: Definitions, path: str) -> Validator:
    return Validator(definitions.schemas[path])


def _unversioned(path: str) -> str:
    return path.rpartition("_")[0]
