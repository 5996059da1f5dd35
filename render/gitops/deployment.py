"""A deployment: chart, values, release and namespace, with their places in GitOps objects."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple

from render.manifests.objects import Object
from render.problem import Rule
from render.schema_errors.error import Path

Engine = Literal["argocd", "flux"]


class ObjectPlace(NamedTuple):
    """An object and a path in it."""

    object: Object
    path: Path = ()
    """The path in the object."""

    def below(self, *path: str | int) -> "ObjectPlace":
        """Return the place at a path below this one."""
        return ObjectPlace(self.object, (*self.path, *path))


class DeploymentFinding(NamedTuple):
    """A finding at a place of a GitOps object."""

    rule: Rule
    place: ObjectPlace
    message: str
    hint: str | None = None


class ValueFile(NamedTuple):
    """Values in a file of the repository."""

    file: PurePosixPath
    """The path from the repository's root."""
    place: ObjectPlace


class InlineValues(NamedTuple):
    """Values in the object itself: a mapping, or a text that contains one."""

    data: Mapping[str, Any] | str
    place: ObjectPlace


class Parameter(NamedTuple):
    """One value, as an argument of Helm's `--set`."""

    assignment: str
    place: ObjectPlace


@dataclass(frozen=True, slots=True)
class Deployment:
    """A release that a GitOps engine installs."""

    engine: Engine
    chart: str
    version: str | None
    """None if the object contains no exact version."""
    chart_place: ObjectPlace
    release: str
    release_place: ObjectPlace
    namespace: str | None
    """None if the object contains no namespace."""
    values: tuple[ValueFile | InlineValues, ...]
    """Lowest precedence first."""
    parameters: tuple[Parameter, ...] = ()
    is_selective: bool = True
    """True if a sync applies only objects that differ."""

    @property
    def files(self) -> tuple[PurePosixPath, ...]:
        """The files of the repository that contain its values."""
        return tuple(one.file for one in self.values if isinstance(one, ValueFile))


@dataclass(slots=True)
class Deployments:
    """The deployments and findings of a repository."""

    deployments: list[Deployment] = field(default_factory=list)
    faults: list[DeploymentFinding] = field(default_factory=list)
    named: set[PurePosixPath] = field(default_factory=set)
    """The files that deployments reference, including deployments that can't be checked."""
