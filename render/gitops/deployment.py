"""What is deployed: a chart with values, under a name, in a namespace; and where each of that is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple

from render.manifests.objects import Object
from render.problem import Rule
from render.shape.mistake import Path

Engine = Literal["argocd", "flux"]


class Place(NamedTuple):
    """Where something is written."""

    object: Object
    path: Path = ()
    """Into the object."""

    def below(self, *path: str | int) -> "Place":
        """Return a place further inside."""
        return Place(self.object, (*self.path, *path))


class Fault(NamedTuple):
    """What is wrong at a place."""

    rule: Rule
    place: Place
    message: str
    hint: str | None = None


class ValueFile(NamedTuple):
    """Values in a file of the repository."""

    file: PurePosixPath
    """From the repository's root."""
    place: Place


class Written(NamedTuple):
    """Values in the object itself: a mapping, or a text that holds one."""

    data: Mapping[str, Any] | str
    place: Place


class Parameter(NamedTuple):
    """One value, as Helm's `--set` takes it."""

    assignment: str
    place: Place


@dataclass(frozen=True, slots=True)
class Deployment:
    """A release as an engine makes it."""

    engine: Engine
    chart: str
    version: str | None
    """None where what is written is no version."""
    chart_place: Place
    release: str
    release_place: Place
    namespace: str | None
    """None where it is not written."""
    values: tuple[ValueFile | Written, ...]
    """The lowest first."""
    parameters: tuple[Parameter, ...] = ()
    is_selective: bool = True
    """Whether only what differs is applied."""

    @property
    def files(self) -> tuple[PurePosixPath, ...]:
        """The files of the repository that hold its values."""
        return tuple(one.file for one in self.values if isinstance(one, ValueFile))


@dataclass(slots=True)
class Reading:
    """What has been read so far."""

    deployments: list[Deployment] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    named: set[PurePosixPath] = field(default_factory=set)
    """The files that a deployment names, whether or not all that it names is known."""
